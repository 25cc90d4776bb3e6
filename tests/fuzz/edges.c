/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of who trusts whom. */
#include "core/read.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dpmf_edges edges;
	struct dpmf_error error = { "" };

	if (size < 1)
		return 0;
	const enum dpmf_status status = dpmf_read_edges(fuzz_file(data + 1, size - 1), data[0] & 1 ? DPMF_DUPLICATES_LAST : DPMF_DUPLICATES_REFUSED, &edges, &error);

	must_be_told(status, &error);
	if (status != DPMF_OK)
		return 0;
	for (size_t k = 1; k < edges.count; k++)
		must(edges.edge[k - 1].from < edges.edge[k].from || (edges.edge[k - 1].from == edges.edge[k].from && edges.edge[k - 1].to < edges.edge[k].to),
		     "edges ascend, and none stands there twice");
	dpmf_edges_free(&edges);
	return 0;
}
