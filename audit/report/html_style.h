/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_HTML_STYLE_H
#define DPMF_AUDIT_HTML_STYLE_H

/* The style sheet of the page: light and dark, wide and narrow. */
extern const char audit_html_style[];

#endif
