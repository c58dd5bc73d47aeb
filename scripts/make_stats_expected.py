#!/usr/bin/env python3
"""Makes tests/fixtures/stats/expected.json: what numpy and scipy say of sets of scores. Run it in the environment of
scripts/install-numpy.sh.

    make_stats_expected.py           writes the file
    make_stats_expected.py --time    prints, as JSON, the seconds of one bootstrap of a mean by numpy

Bounds of intervals come from 40 bootstraps of 10,000 resamples each: `value` is the mean of the 40 bounds and `error`
their standard deviation, which is the Monte-Carlo error of one such bootstrap. Shares (p-values) have the binomial
error. Everything else is exact but for rounding.
"""
import itertools
import json
import pathlib
import sys
import time

import numpy as np

RESAMPLES, RUNS, SEED = 10_000, 40, 42


def resampled(values, rng):
    """The means of RESAMPLES draws, as one would write it with numpy."""
    draws = rng.integers(0, len(values), size=(RESAMPLES, len(values)))
    return values[draws].mean(axis=1)


def bounds(draw, rng):
    """Both bounds, with their Monte-Carlo errors, and all draws."""
    runs = [draw(rng) for _ in range(RUNS)]
    ends = np.array([np.percentile(means, [2.5, 97.5]) for means in runs])
    both = [{"value": v, "error": e} for v, e in zip(ends.mean(axis=0), ends.std(axis=0, ddof=1))]
    return both[0], both[1], np.concatenate(runs)


def share(p):
    return {"value": p, "error": float(np.sqrt(max(p * (1 - p), 1 / RESAMPLES) / RESAMPLES))}


def of_mean(values, rng):
    from scipy import stats

    low, high, _ = bounds(lambda rng: resampled(values, rng), rng)
    # scipy's own, once, so that a slip in the lines above would show.
    own = stats.bootstrap((values,), np.mean, n_resamples=RESAMPLES, method="percentile", rng=rng)
    for bound, expected in zip(own.confidence_interval, (low, high)):
        assert abs(bound - expected["value"]) < 6 * max(expected["error"], 1e-9), (bound, expected)
    return {
        "values": values.tolist(),
        "mean": float(np.mean(values)),
        "standard_deviation": float(np.std(values, ddof=1)),
        "low": low,
        "high": high,
        "quartiles": np.quantile(values, [0, 0.25, 0.5, 0.75, 1]).tolist(),
        "at_ceiling": float(np.mean(values >= 0.95)),
        "below_low": float(np.mean(values < 0.70)),
        "histogram": np.histogram(np.round(values, 9), bins=np.linspace(0, 1, 11).round(9))[0].tolist(),
    }


def of_pairs(first, second, rng):
    from scipy import stats

    differences = second - first
    low, high, draws = bounds(lambda rng: resampled(differences, rng), rng)
    mean = float(differences.mean())
    spread = float(differences.std(ddof=1))
    crossing = float(np.mean(draws <= 0) if mean >= 0 else np.mean(draws >= 0))
    tails = min(np.mean(draws <= 0), np.mean(draws >= 0))
    two_sided = {"value": float(min(1, 2 * tails)), "error": 2 * share(float(tails))["error"]}
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    return {
        "first": first.tolist(),
        "second": second.tolist(),
        "delta": mean,
        "low": low,
        "high": high,
        "p_one_sided": share(crossing),
        "p_two_sided": two_sided,
        "cohens_d": mean / spread,
        "smallest_detectable": float(z * spread / np.sqrt(len(differences))),
    }


def of_clusters(clusters, values, rng):
    names = np.unique(clusters)
    groups = [values[clusters == name] for name in names]

    def draw(rng):
        chosen = rng.integers(0, len(names), size=(RESAMPLES, len(names)))
        totals = np.array([g.sum() for g in groups])
        sizes = np.array([len(g) for g in groups])
        return totals[chosen].sum(axis=1) / sizes[chosen].sum(axis=1)

    low, high, _ = bounds(draw, rng)
    # The sandwich written as for a regression on a constant: bread, meat, bread.
    x = np.ones((len(values), 1))
    beta = np.linalg.lstsq(x, values, rcond=None)[0]
    residuals = values - x @ beta
    bread = np.linalg.inv(x.T @ x)
    scores = [x[clusters == name].T @ residuals[clusters == name] for name in names]
    meat = sum(np.outer(s, s) for s in scores)
    n, g = len(values), len(names)
    variance = (bread @ meat @ bread).item() * g / (g - 1) * (n - 1) / (n - 1)
    return {
        "clusters": clusters.tolist(),
        "values": values.tolist(),
        "low": low,
        "high": high,
        "standard_error": float(np.sqrt(variance)),
        "design_effect": float(variance / (np.var(values, ddof=1) / n)),
    }


def of_strata(strata, weights, rng):
    shares = np.array(weights) / sum(weights)

    def draw(rng):
        return sum(w * resampled(s, rng) for w, s in zip(shares, strata))

    low, high, _ = bounds(draw, rng)
    mean = float(sum(w * s.mean() for w, s in zip(shares, strata)))
    return {"strata": [s.tolist() for s in strata], "weights": weights, "mean": mean, "low": low, "high": high}


def of_family(p):
    """Holm's adjusted p by the closed testing principle: the largest Bonferroni p of all intersections."""
    indices = range(len(p))
    subsets = [s for k in range(1, len(p) + 1) for s in itertools.combinations(indices, k)]
    holm = [max(min(1.0, len(s) * min(p[i] for i in s)) for s in subsets if of in s) for of in indices]
    return {"p": p, "bonferroni": [min(1.0, x * len(p)) for x in p], "holm": holm}


def scores(rng, n, centre, spread):
    """Scores as a judge gives them: three axes from 0 to 5, summed and divided by 15."""
    axes = np.clip(np.round(rng.normal(centre * 5, spread * 5, size=(n, 3))), 0, 5)
    return axes.sum(axis=1) / 15


def expected():
    rng = np.random.default_rng(SEED)
    code = scores(rng, 528, 0.87, 0.15)
    memory = scores(rng, 528, 0.5, 0.3)
    few = scores(rng, 12, 0.8, 0.2)
    documented = np.clip(code + np.round(rng.normal(0.1, 1.2, 528)) / 15, 0, 1)
    worse = np.clip(code - np.round(rng.normal(0.25, 1.5, 528)) / 15, 0, 1)
    clusters = rng.integers(0, 40, 300)
    alike = np.clip(0.7 + rng.normal(0, 0.15, 40)[clusters] + rng.normal(0, 0.1, 300), 0, 1).round(4)
    strata = [scores(rng, n, centre, 0.2) for n, centre in [(40, 0.9), (25, 0.7), (60, 0.8), (33, 0.6)]]
    families = [[0.01, 0.04, 0.03, 0.005], [0.2, 0.0021, 0.0489, 0.9, 0.0489, 0.013], [0.03]]
    return {
        "means": [of_mean(v, rng) for v in (code, memory, few)],
        "pairs": [of_pairs(a, b, rng) for a, b in [(code, documented), (code, worse), (memory, code), (few, few[::-1])]],
        "clusters": [of_clusters(clusters, alike, rng)],
        "strata": [of_strata(strata, w, rng) for w in ([1, 1, 1, 1], [10, 40, 20, 30])],
        "families": [of_family(p) for p in families],
    }


def seconds():
    """The best of five, for a column of 528 and for twelve of them."""
    rng = np.random.default_rng(SEED)
    columns = [scores(rng, 528, 0.8, 0.2) for _ in range(12)]

    def best(act):
        times = []
        for _ in range(5):
            started = time.perf_counter()
            act()
            times.append(time.perf_counter() - started)
        return min(times)

    def one(values):
        return np.percentile(resampled(values, np.random.default_rng(SEED)), [2.5, 97.5])

    def twelve():
        # One set of draws for all, as good numpy would have it.
        draws = np.random.default_rng(SEED).integers(0, 528, size=(RESAMPLES, 528))
        return [np.percentile(values[draws].mean(axis=1), [2.5, 97.5]) for values in columns]

    return {"one": best(lambda: one(columns[0])), "twelve": best(twelve), "numpy": np.__version__}


if __name__ == "__main__":
    if "--time" in sys.argv:
        print(json.dumps(seconds()))
    else:
        path = pathlib.Path(__file__).parent.parent / "tests/fixtures/stats/expected.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(expected(), separators=(",", ":")) + "\n")
        print(f"{path.name}: {path.stat().st_size} bytes")
