/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/report/report.h"

enum { FILES = 3 };

static const char *name_of(const struct audit_files *files, int i)
{
	return i == 0 ? files->html : i == 1 ? files->junit : files->markdown;
}

void audit_files_abandon(struct audit_files *files)
{
	for (int i = 0; i < FILES; i++)
		if (files->output[i].file)
			dpmf_output_abandon(&files->output[i]);
}

enum dpmf_status audit_files_open(struct audit_files *files, struct dpmf_error *error)
{
	for (int i = 0; i < FILES; i++) {
		const enum dpmf_status status = name_of(files, i) ? dpmf_output_open(name_of(files, i), 0666, &files->output[i], error) : DPMF_OK;

		if (status != DPMF_OK) {
			audit_files_abandon(files);
			return status;
		}
	}
	return DPMF_OK;
}

static enum dpmf_status write_page(FILE *out, const struct audit_result *results, size_t count, struct dpmf_error *error)
{
	json_t *document = audit_results_json(results, count);

	if (!document)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a page of %zu cases", count);
	audit_print_html(out, document);
	json_decref(document);
	return DPMF_OK;
}

enum dpmf_status audit_files_write(struct audit_files *files, const struct audit_result *results, size_t count, struct dpmf_error *error)
{
	enum dpmf_status status = files->html ? write_page(files->output[0].file, results, count, error) : DPMF_OK;

	if (files->junit)
		audit_print_junit(files->output[1].file, results, count);
	if (files->markdown)
		audit_print_markdown(files->output[2].file, results, count);
	return status;
}

enum dpmf_status audit_files_finish(struct audit_files *files, struct dpmf_error *error)
{
	return dpmf_output_finish_all(files->output, FILES, error);
}
