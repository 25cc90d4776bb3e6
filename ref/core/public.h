/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a public header begins and ends with. What is declared in between is exported from the shared
   library, and C++ may call it. All else is hidden. */
#ifndef DPMF_CORE_PUBLIC_H
#define DPMF_CORE_PUBLIC_H

#ifdef __cplusplus
#define DPMF_LINKAGE extern "C" {
#define DPMF_LINKAGE_END }
#else
#define DPMF_LINKAGE
#define DPMF_LINKAGE_END
#endif

#if defined __GNUC__ && !defined __FRAMAC__
#define DPMF_BEGIN DPMF_LINKAGE _Pragma("GCC visibility push(default)")
#define DPMF_END _Pragma("GCC visibility pop") DPMF_LINKAGE_END
#else
#define DPMF_BEGIN DPMF_LINKAGE
#define DPMF_END DPMF_LINKAGE_END
#endif

#endif
