/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the JSON document of results. */
#ifndef DPMF_AUDIT_JSON_PARTS_H
#define DPMF_AUDIT_JSON_PARTS_H
#include <jansson.h>

#include "audit/report/report.h"

json_t *audit_json_number(double x);          /* null where it is not finite */
json_t *audit_json_text(const char *text);    /* null where it is not UTF-8, as JSON must be */
json_t *audit_json_event(const struct audit_result *result);
/* From the bounds of the band; null where there is none. */
json_t *audit_json_curve(const struct audit_result *result, const struct audit_band_point *point);
json_t *audit_json_picture(const struct audit_result *result);
json_t *audit_json_sentences(const struct audit_result *result, const struct audit_band_point *point);

#endif
