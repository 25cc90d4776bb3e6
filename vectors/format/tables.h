/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables from which the consumers know the algorithms and their fields. Each is a text to be freed, NULL when memory
   is short. */
#ifndef VECTORS_TABLES_H
#define VECTORS_TABLES_H

char *table_c(void);
char *table_js(void);
char *table_python(void);

#endif
