# SPDX-License-Identifier: 0BSD
"""Inputs and outputs of every algorithm, from its spec; made by dpmf-vectors generate."""
FIELDS = {
 "adam_step": {
  "inputs": {
   "x": "doubles",
   "gradient": "doubles",
   "mean": "doubles",
   "square": "doubles",
   "rate": "double",
   "beta1": "double",
   "beta2": "double",
   "step": "integer"
  },
  "outputs": {"mean": "doubles", "square": "doubles", "x": "doubles"}
 },
 "ball_qp": {
  "inputs": {"a": "rows", "b": "doubles", "radius": "double"},
  "outputs": {"value": "double", "multiplier": "double", "q": "doubles"}
 },
 "bernoulli": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "bernoulli_exp": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "bernoulli_exp_mass": {"inputs": {"p": "integer", "q": "integer"}, "outputs": {"mass": "double"}},
 "bracket_search": {
  "inputs": {"most": "integer", "last": "integer", "from_above": "integer"},
  "outputs": {"tried": "integers", "found": "integer"}
 },
 "cholesky": {"inputs": {"a": "rows", "b": "doubles"}, "outputs": {"r": "rows", "x": "doubles"}},
 "discrete_gaussian": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "discrete_gaussian_delta": {
  "inputs": {"p": "integer", "q": "integer", "steps": "integer", "epsilon": "double"},
  "outputs": {"delta": "double"}
 },
 "discrete_gaussian_epsilon": {
  "inputs": {"p": "integer", "q": "integer", "steps": "integer", "delta": "double"},
  "outputs": {"epsilon": "double"}
 },
 "discrete_gaussian_mass": {"inputs": {"p": "integer", "q": "integer", "x": "integer"}, "outputs": {"mass": "double"}},
 "discrete_gaussian_tail": {"inputs": {"p": "integer", "q": "integer", "x": "integer"}, "outputs": {"tail": "double"}},
 "discrete_laplace": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "discrete_laplace_delta": {
  "inputs": {"p": "integer", "q": "integer", "steps": "integer", "epsilon": "double"},
  "outputs": {"delta": "double"}
 },
 "discrete_laplace_epsilon": {
  "inputs": {"p": "integer", "q": "integer", "steps": "integer", "delta": "double"},
  "outputs": {"epsilon": "double"}
 },
 "discrete_laplace_mass": {"inputs": {"p": "integer", "q": "integer", "x": "integer"}, "outputs": {"mass": "double"}},
 "discrete_laplace_tail": {"inputs": {"p": "integer", "q": "integer", "x": "integer"}, "outputs": {"tail": "double"}},
 "dpals_contribute": {"inputs": {"rating_steps": "integer", "u": "integers", "sum": "integers"}, "outputs": {"sum": "integers"}},
 "dpals_half": {"inputs": {"square": "integer"}, "outputs": {"half": "integer"}},
 "dpals_item": {"inputs": {"second": "doubles", "first": "doubles", "lambda": "double"}, "outputs": {"profile": "doubles"}},
 "dpimf_coefficients": {
  "inputs": {
   "scheme": "text",
   "p": "rows",
   "user": "integers",
   "w": "doubles",
   "alpha0": "double",
   "lambda": "double",
   "epsilon": "double",
   "beta": "doubles",
   "bound": "double",
   "tape": "bytes"
  },
  "outputs": {
   "draw": "doubles",
   "delta": "doubles",
   "scale": "doubles",
   "g_all": "rows",
   "g_item": "rows",
   "a_1": "doubles",
   "a_2": "rows",
   "noise": "rows",
   "noisy_1": "doubles",
   "noisy_2": "rows",
   "q": "doubles"
  }
 },
 "dpimf_sensitivity": {
  "inputs": {"p": "rows", "alpha0": "double", "bound": "double"},
  "outputs": {"loss": "doubles", "first": "doubles", "full": "doubles", "triu": "doubles", "delta": "doubles", "bounds": "doubles"}
 },
 "dpimf_weights": {
  "inputs": {"a": "double", "target": "double"},
  "outputs": {"weight": "double", "loss": "double", "printed": "double", "printed_loss": "double"}
 },
 "dpmf_rp_chance": {
  "inputs": {"x": "double", "c": "double", "cut": "integer", "theta_steps": "integer"},
  "outputs": {"steps": "integer", "chance": "integer"}
 },
 "dpmf_rp_choice": {
  "inputs": {"epsilon": "double", "alpha": "double", "c0": "double", "coordinates": "integer", "users": "integer"},
  "outputs": {"bound": "double", "theta": "double", "quanta": "integer"}
 },
 "dpmf_rp_clip": {
  "inputs": {"error": "double", "most_error": "double", "u": "doubles", "most_profile": "double"},
  "outputs": {"error": "double", "l1": "double", "u": "doubles"}
 },
 "dpmf_rp_estimate": {
  "inputs": {
   "most_error": "double",
   "kappa": "double",
   "most_profile": "double",
   "bound": "double",
   "rows": "integer",
   "users": "integer",
   "quanta": "integer",
   "theta_steps": "integer",
   "sum": "integers"
  },
  "outputs": {
   "delta": "double",
   "c_user": "double",
   "c_server": "double",
   "c": "double",
   "published": "doubles",
   "corrected": "doubles"
  }
 },
 "dpmf_rp_expand": {
  "inputs": {"row": "integers", "sign": "integers", "b": "rows", "x": "rows"},
  "outputs": {"v": "rows", "compressed": "rows"}
 },
 "dpmf_rp_flatten": {
  "inputs": {"flip": "integers", "b": "rows", "received": "rows"},
  "outputs": {"flat": "rows", "reversed": "rows"}
 },
 "dpmf_rp_gradient": {
  "inputs": {
   "v": "rows",
   "item": "integers",
   "rating": "doubles",
   "kappa": "double",
   "unobserved": "double",
   "most_error": "double",
   "u": "doubles",
   "p": "integer",
   "row": "integers",
   "sign": "integers"
  },
  "outputs": {"error": "doubles", "gradient": "rows"}
 },
 "dpmf_rp_profile": {
  "inputs": {"v": "rows", "item": "integers", "rating": "doubles", "kappa": "double", "unobserved": "double", "lambda": "double"},
  "outputs": {"gram": "rows", "matrix": "rows", "right": "doubles", "u": "doubles"}
 },
 "dpmf_rp_projection": {
  "inputs": {"key": "bytes", "items": "integer", "rows": "integer"},
  "outputs": {"padded": "integer", "row": "integers", "sign": "integers", "flip": "integers"}
 },
 "dpmf_rp_round": {
  "inputs": {
   "variant": "text",
   "key": "bytes",
   "round": "integer",
   "users": "integer",
   "items": "integer",
   "part": "integer",
   "user": "integers",
   "item": "integers",
   "rating": "doubles",
   "b": "rows",
   "lambda": "double",
   "kappa": "double",
   "unobserved": "double",
   "most_error": "double",
   "most_profile": "double",
   "bound": "double",
   "theta_steps": "integer",
   "quanta": "integer",
   "mu": "double",
   "rate": "double",
   "beta1": "double",
   "beta2": "double",
   "step": "integer",
   "mean": "rows",
   "square": "rows"
  },
  "outputs": {
   "takes_part": "integers",
   "v": "rows",
   "profile": "rows",
   "flat": "rows",
   "steps": "integers",
   "message": "integers",
   "sum": "integers",
   "estimate": "rows",
   "gradient": "rows",
   "descent": "rows",
   "b": "rows"
  }
 },
 "dppop_count": {"inputs": {"item": "integers", "count": "integers"}, "outputs": {"count": "integers"}},
 "dppop_release": {
  "inputs": {
   "coins": "bytes",
   "users": "integer",
   "items": "integer",
   "user": "integers",
   "item": "integers",
   "most": "integer",
   "noise": "integers"
  },
  "outputs": {"contributed": "integers", "released": "integers"}
 },
 "fixed_laplace": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"bits": "integer", "high": "integers", "low": "integers", "value": "integer", "words": "integer"}
 },
 "flip": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "gaussian_classical_sigma": {
  "inputs": {"epsilon": "double", "delta": "double", "sensitivity": "double"},
  "outputs": {"sigma": "double"}
 },
 "gaussian_delta": {"inputs": {"mu": "double", "epsilon": "double"}, "outputs": {"delta": "double"}},
 "gaussian_epsilon": {"inputs": {"mu": "double", "delta": "double"}, "outputs": {"epsilon": "double"}},
 "gaussian_mu": {"inputs": {"epsilon": "double", "delta": "double"}, "outputs": {"mu": "double"}},
 "gaussian_published_delta": {"inputs": {"mu": "double", "epsilon": "double"}, "outputs": {"delta": "double"}},
 "gaussian_published_epsilon": {"inputs": {"mu": "double", "delta": "double"}, "outputs": {"epsilon": "double"}},
 "gaussian_published_order": {"inputs": {"mu": "double", "delta": "double"}, "outputs": {"alpha": "double"}},
 "gaussian_share": {
  "inputs": {"p": "integer", "q": "integer", "of": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "gaussian_sigma": {
  "inputs": {"epsilon": "double", "delta": "double", "sensitivity": "double", "releases": "integer"},
  "outputs": {"sigma": "double"}
 },
 "gaussmf_clip": {"inputs": {"x": "doubles", "clip": "double"}, "outputs": {"norm": "double", "clipped": "doubles"}},
 "gaussmf_contribute": {
  "inputs": {"rating_steps": "integer", "outer": "integers", "sum": "integers"},
  "outputs": {"sum": "integers"}
 },
 "gaussmf_corrected_round": {
  "inputs": {
   "x": "rows",
   "theta": "rows",
   "user": "integers",
   "item": "integers",
   "rating": "doubles",
   "mu": "double",
   "lambda": "double",
   "clip": "double",
   "rating_bits": "integer",
   "outer_bits": "integer",
   "middle": "integer",
   "noise_theta": "integers",
   "noise_x": "integers"
  },
  "outputs": {
   "bound": "integer",
   "rating_steps": "integers",
   "outer_x": "integers",
   "outer_theta": "integers",
   "released_theta": "integers",
   "released_x": "integers",
   "residual": "doubles",
   "gradient_theta": "rows",
   "gradient_x": "rows",
   "theta": "rows",
   "x": "rows"
  }
 },
 "gaussmf_excess": {
  "inputs": {
   "x": "rows",
   "theta": "rows",
   "user": "integers",
   "item": "integers",
   "rating": "doubles",
   "other": "double",
   "mu": "double",
   "lambda": "double",
   "clip": "double",
   "tau": "double",
   "released": "rows"
  },
  "outputs": {
   "x_first": "rows",
   "x_second": "rows",
   "gradient_first": "rows",
   "gradient_second": "rows",
   "distance": "double",
   "declared": "double",
   "ratio": "double"
  }
 },
 "gaussmf_round": {
  "inputs": {
   "x": "rows",
   "theta": "rows",
   "user": "integers",
   "item": "integers",
   "rating": "doubles",
   "mu": "double",
   "lambda": "double",
   "clip": "double",
   "tau": "double",
   "eps_i": "double",
   "delta": "double",
   "normal": "rows"
  },
  "outputs": {
   "sigma": "double",
   "residual": "doubles",
   "outer_x": "rows",
   "outer_theta": "rows",
   "gradient_x": "rows",
   "gradient_theta": "rows",
   "noisy": "rows",
   "x": "rows",
   "theta": "rows"
  }
 },
 "gaussmf_row": {
  "inputs": {
   "own": "doubles",
   "other": "doubles",
   "outer": "doubles",
   "v": "double",
   "lambda": "double",
   "mu": "double",
   "gradient": "doubles"
  },
  "outputs": {"residual": "double", "accumulated": "doubles", "regularized": "doubles", "stepped": "doubles"}
 },
 "gaussmf_sigma": {
  "inputs": {"tau": "double", "clip": "double", "eps_i": "double", "delta": "double"},
  "outputs": {"sigma": "double"}
 },
 "geometric": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "geometric_mass": {"inputs": {"p": "integer", "q": "integer", "x": "integer"}, "outputs": {"mass": "double"}},
 "geometric_tail": {"inputs": {"p": "integer", "q": "integer", "x": "integer"}, "outputs": {"tail": "double"}},
 "grid_round": {"inputs": {"x": "double", "exponent": "integer"}, "outputs": {"steps": "integer"}},
 "grid_value": {"inputs": {"steps": "integer", "exponent": "integer"}, "outputs": {"x": "double"}},
 "hdpmf_contribute": {
  "inputs": {"rating_steps": "integer", "weight_steps": "integer", "feature": "integers", "sum": "integers"},
  "outputs": {"stretched": "integer", "sum": "integers"}
 },
 "hdpmf_gradient_add": {
  "inputs": {"u": "doubles", "v": "doubles", "w": "double", "r": "double", "sum": "doubles"},
  "outputs": {"dot": "double", "error": "double", "sum": "doubles"}
 },
 "hdpmf_gradient_share": {
  "inputs": {"u": "doubles", "v": "doubles", "w": "double", "r": "double"},
  "outputs": {"dot": "double", "error": "double", "share": "doubles"}
 },
 "hdpmf_noise_scale": {"inputs": {"delta": "double", "k": "integer", "epsilon": "double"}, "outputs": {"scale": "double"}},
 "hdpmf_noise_share": {
  "inputs": {"scale": "double", "h": "doubles", "c": "doubles", "raters": "integer"},
  "outputs": {"x": "doubles"}
 },
 "hdpmf_predict": {"inputs": {"u": "doubles", "v": "doubles", "w": "double"}, "outputs": {"dot": "double", "rating": "double"}},
 "hdpmf_round": {
  "inputs": {
   "u": "rows",
   "v": "rows",
   "user": "integers",
   "item": "integers",
   "rating": "doubles",
   "weight": "doubles",
   "delta": "double",
   "epsilon": "double",
   "rate": "double",
   "lambda": "double",
   "radius": "double",
   "h": "rows",
   "c": "rows"
  },
  "outputs": {
   "scale": "double",
   "noise": "rows",
   "gradient": "rows",
   "noisy": "rows",
   "v": "rows",
   "gradient_u": "rows",
   "stepped": "rows",
   "u": "rows"
  }
 },
 "hdpmf_step": {
  "inputs": {"v": "doubles", "gradient": "doubles", "rate": "double", "lambda": "double"},
  "outputs": {"v": "doubles"}
 },
 "honest_shares": {
  "inputs": {"participants": "integer", "colluders": "integer", "stay": "integer", "lying": "integer"},
  "outputs": {"threshold": "integer", "honest": "integer"}
 },
 "importance_delta": {"inputs": {"weight": "double", "a": "double", "epsilon": "double"}, "outputs": {"delta": "double"}},
 "importance_loss": {"inputs": {"weight": "double", "a": "double"}, "outputs": {"loss": "double"}},
 "importance_published_loss": {"inputs": {"weight": "double", "a": "double"}, "outputs": {"loss": "double"}},
 "importance_scale": {"inputs": {"weight": "double", "epsilon": "double"}, "outputs": {"a": "double"}},
 "key_derive": {"inputs": {"parent": "bytes", "name": "text"}, "outputs": {"child": "bytes"}},
 "key_of_seed": {"inputs": {"seed": "integer"}, "outputs": {"key": "bytes"}},
 "laplace_delta": {"inputs": {"scale": "double", "sensitivity": "double", "epsilon": "double"}, "outputs": {"delta": "double"}},
 "laplace_epsilon": {"inputs": {"scale": "double", "sensitivity": "double", "delta": "double"}, "outputs": {"epsilon": "double"}},
 "laplace_share": {
  "inputs": {"p": "integer", "q": "integer", "part": "integer", "whole": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "leave_one_out": {
  "inputs": {"user": "integers", "item": "integers", "time": "doubles", "line": "integers"},
  "outputs": {"held_out": "integers"}
 },
 "means_effect": {"inputs": {"sum": "double", "n": "integer", "noise": "double"}, "outputs": {"effect": "double"}},
 "means_release": {
  "inputs": {
   "users": "integer",
   "items": "integer",
   "user": "integers",
   "item": "integers",
   "rating": "doubles",
   "low": "double",
   "high": "double",
   "bound": "integer",
   "pure": "integer",
   "p": "integer",
   "q": "integer",
   "noise_item": "integers",
   "noise_user": "integers"
  },
  "outputs": {
   "steps": "integers",
   "released_item": "integers",
   "released_user": "integers",
   "center": "double",
   "effect_item": "doubles",
   "effect_user": "doubles"
  }
 },
 "mixture_delta": {
  "inputs": {"scale": "double", "sensitivity": "double", "epsilon": "double", "known_h": "integer"},
  "outputs": {"delta": "double"}
 },
 "mixture_h": {
  "inputs": {"key": "bytes", "item": "integer", "draw": "integer", "k": "integer"},
  "outputs": {"uniform": "doubles", "h": "doubles"}
 },
 "mixture_share": {
  "inputs": {
   "key": "bytes",
   "user": "integer",
   "item": "integer",
   "draw": "integer",
   "scale": "double",
   "h": "doubles",
   "raters": "integer"
  },
  "outputs": {"uniform": "doubles", "c": "doubles", "share": "doubles"}
 },
 "optimal_delta": {
  "inputs": {"e0": "double", "delta0": "double", "times": "integer", "epsilon": "double"},
  "outputs": {"delta": "double"}
 },
 "paper_bernoulli_exp": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "paper_discrete_gaussian": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "paper_discrete_laplace": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "paper_geometric": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "pbm_c0": {
  "inputs": {"theta": "double", "quanta": "integer", "users": "integer", "alpha": "doubles"},
  "outputs": {"rdp": "doubles", "c0": "doubles"}
 },
 "pbm_delta": {
  "inputs": {"theta": "double", "quanta": "integer", "high": "integer", "low": "integer", "epsilon": "double"},
  "outputs": {"delta": "double"}
 },
 "pbm_draw": {
  "inputs": {"quanta": "integer", "chance": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "pbm_epsilon": {
  "inputs": {"theta": "double", "quanta": "integer", "high": "integer", "low": "integer", "delta": "double"},
  "outputs": {"epsilon": "double"}
 },
 "pbm_mass": {"inputs": {"quanta": "integer", "chance": "integer", "x": "integer"}, "outputs": {"mass": "double"}},
 "pbm_renyi": {
  "inputs": {"theta": "double", "quanta": "integer", "high": "integer", "low": "integer", "alpha": "double"},
  "outputs": {"renyi": "double"}
 },
 "pbm_tail": {"inputs": {"quanta": "integer", "chance": "integer", "x": "integer"}, "outputs": {"tail": "double"}},
 "polya": {
  "inputs": {"p": "integer", "q": "integer", "part": "integer", "whole": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "polya_mass": {
  "inputs": {"p": "integer", "q": "integer", "part": "integer", "whole": "integer", "x": "integer"},
  "outputs": {"mass": "double"}
 },
 "polya_tail": {
  "inputs": {"p": "integer", "q": "integer", "part": "integer", "whole": "integer", "x": "integer"},
  "outputs": {"tail": "double"}
 },
 "privsr_friend_add": {"inputs": {"u": "doubles", "similarity": "double", "sum": "doubles"}, "outputs": {"sum": "doubles"}},
 "privsr_friend_contribute": {
  "inputs": {"vector": "integers", "most": "integer", "sum": "integers"},
  "outputs": {"sum": "integers"}
 },
 "privsr_friend_gradient": {
  "inputs": {"message": "doubles", "u": "doubles", "similarity": "double", "weight": "double", "sum": "doubles"},
  "outputs": {"sum": "doubles"}
 },
 "privsr_parts": {
  "inputs": {"beta_steps": "integer", "sensitive": "integer", "others": "integer"},
  "outputs": {"part": "integers", "whole": "integers"}
 },
 "privsr_round": {
  "inputs": {
   "u": "rows",
   "v": "rows",
   "user": "integers",
   "item": "integers",
   "rating": "doubles",
   "group": "integers",
   "truster": "integers",
   "trustee": "integers",
   "similarity": "doubles",
   "delta": "double",
   "epsilon": "double",
   "beta": "double",
   "rate": "double",
   "lambda": "double",
   "radius": "double",
   "weight": "double",
   "h": "rows",
   "c": "rows",
   "h_friends": "rows",
   "c_friends": "rows"
  },
  "outputs": {
   "noise": "rows",
   "noisy": "rows",
   "v": "rows",
   "friend_noise": "rows",
   "message": "rows",
   "gradient_u": "rows",
   "stepped": "rows",
   "u": "rows"
  }
 },
 "privsr_scales": {
  "inputs": {"delta": "double", "k": "integer", "epsilon": "double", "beta": "double"},
  "outputs": {
   "epsilon_sensitive": "double",
   "epsilon_other": "double",
   "scale_sensitive": "double",
   "scale_other": "double",
   "combined": "double",
   "friends": "double"
  }
 },
 "privsr_worth": {"inputs": {"epsilon": "double", "beta": "double"}, "outputs": {"both": "double"}},
 "program_bernoulli_exp": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "program_discrete_gaussian": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "program_discrete_laplace": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "program_geometric": {
  "inputs": {"p": "integer", "q": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "project_ball": {
  "inputs": {"x": "doubles", "radius": "double"},
  "outputs": {"norm": "double", "x": "doubles", "norm_after": "double"}
 },
 "randomized_delta": {"inputs": {"answers": "integer", "e0": "double", "epsilon": "double"}, "outputs": {"delta": "double"}},
 "randomized_renyi": {"inputs": {"answers": "integer", "e0": "double", "alpha": "double"}, "outputs": {"renyi": "double"}},
 "ranking_gain": {"inputs": {"scores": "doubles", "own": "double", "top": "integer"}, "outputs": {"hr": "double", "ndcg": "double"}},
 "ratings_read": {
  "inputs": {"file": "bytes", "format": "text", "duplicates": "text"},
  "outputs": {"user": "integers", "item": "integers", "rating": "doubles"}
 },
 "rdp_delta": {"inputs": {"alpha": "double", "rho": "double", "epsilon": "double"}, "outputs": {"delta": "double"}},
 "rdp_epsilon": {"inputs": {"alpha": "double", "rho": "double", "delta": "double"}, "outputs": {"epsilon": "double"}},
 "rdp_published_epsilon": {"inputs": {"alpha": "double", "rho": "double", "delta": "double"}, "outputs": {"epsilon": "double"}},
 "sampled_gaussian_delta": {
  "inputs": {"mu": "double", "rate": "double", "epsilon": "double", "removed": "integer"},
  "outputs": {"delta": "double"}
 },
 "sampled_gaussian_renyi": {"inputs": {"mu": "double", "rate": "double", "alpha": "integer"}, "outputs": {"renyi": "double"}},
 "secagg_answers": {
  "inputs": {
   "key": "bytes",
   "round": "integer",
   "users": "integer",
   "threshold": "integer",
   "authenticated": "integer",
   "user": "integer",
   "session": "bytes",
   "own_keys": "bytes",
   "messages": "bytes",
   "lengths": "integers",
   "valid": "integers"
  },
  "outputs": {"answers": "integers", "gives": "integers"}
 },
 "secagg_transcript": {
  "inputs": {
   "key": "bytes",
   "round": "integer",
   "threshold": "integer",
   "bits": "integer",
   "most": "integer",
   "authenticated": "integer",
   "silent": "integers",
   "vector": "integers",
   "session": "bytes",
   "secrets": "bytes",
   "public_keys": "bytes",
   "coefficients": "bytes",
   "opening": "bytes",
   "sharing": "bytes",
   "mask_keys": "bytes",
   "confirming": "bytes",
   "signatures": "bytes"
  },
  "outputs": {"share": "bytes", "mask": "integers", "masked": "bytes", "survivors": "bytes", "unmask": "bytes", "sum": "integers"}
 },
 "split_per_user": {
  "inputs": {"key": "bytes", "per_user": "integer", "user": "integers", "item": "integers"},
  "outputs": {"held_out": "integers"}
 },
 "stream_words": {
  "inputs": {"key": "bytes", "user": "integer", "item": "integer", "round": "integer", "from": "integer", "count": "integer"},
  "outputs": {"word": "integers"}
 },
 "textbook_exponential": {"inputs": {"tape": "bytes"}, "outputs": {"words": "integer", "uniform": "doubles", "value": "double"}},
 "textbook_laplace": {
  "inputs": {"scale": "double", "tape": "bytes"},
  "outputs": {"words": "integer", "uniform": "doubles", "value": "double"}
 },
 "textbook_mixture": {
  "inputs": {"scale": "double", "tape": "bytes"},
  "outputs": {"words": "integer", "uniform": "doubles", "h": "double", "c": "double", "value": "double"}
 },
 "textbook_normal": {"inputs": {"tape": "bytes"}, "outputs": {"words": "integer", "uniform": "doubles", "value": "double"}},
 "textbook_uniform": {"inputs": {"tape": "bytes"}, "outputs": {"words": "integer", "uniform": "doubles", "value": "double"}},
 "uniform_below": {
  "inputs": {"limit": "integer", "tape": "bytes"},
  "outputs": {"value": "integer", "words": "integer", "draws": "draws"}
 },
 "user_delta": {"inputs": {"epsilon": "double", "delta": "double", "entries": "integer"}, "outputs": {"delta": "double"}}
}
