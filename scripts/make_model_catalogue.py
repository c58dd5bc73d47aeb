#!/usr/bin/env python3
"""Makes src/domain/provider/catalogue.json: limits and prices of models, with the day they were looked up.

The facts are those that the litellm project collects from the providers' price pages and ships in its wheel.
Only numbers are taken: limits in tokens, prices in USD per million tokens. Run it by hand to bring the file
up to date:  python3 scripts/make_model_catalogue.py 1.110.2
"""

import datetime, io, json, pathlib, subprocess, sys, tempfile, zipfile

TABLE = "litellm/model_prices_and_context_window_backup.json"
OUT = pathlib.Path(__file__).parent.parent / "src/domain/provider/catalogue.json"
# Their provider, ours (the identifiers of presets.rs), and the prefix of model names.
PROVIDERS = {
    "openai": ("openai", ""),
    "anthropic": ("anthropic", ""),
    "gemini": ("google", "gemini/"),
    "deepseek": ("deepseek", ""),
    "moonshot": ("moonshot", "moonshot/"),
    "mistral": ("mistral", "mistral/"),
    "xai": ("xai", "xai/"),
}


def wheel(version: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", folder, f"litellm=={version}"]
        subprocess.run(command, check=True)
        return next(pathlib.Path(folder).glob("*.whl")).read_bytes()


def per_million(facts: dict, key: str) -> float | None:
    value = facts.get(key)
    return None if value is None else round(value * 1e6, 6)


def main() -> None:
    version, today = sys.argv[1], datetime.date.today().isoformat()
    table = json.loads(zipfile.ZipFile(io.BytesIO(wheel(version))).read(TABLE))
    models = {}
    for name, facts in table.items():
        if not isinstance(facts, dict) or facts.get("litellm_provider") not in PROVIDERS:
            continue
        if facts.get("mode") not in ("chat", "responses") or not facts.get("supports_function_calling"):
            continue
        provider, prefix = PROVIDERS[facts["litellm_provider"]]
        if prefix and not name.startswith(prefix) or name.startswith("ft:"):
            continue
        name = name.removeprefix(prefix).removeprefix(f"{provider}/")
        row = {
            "provider": provider,
            "name": name,
            "context_tokens": facts.get("max_input_tokens"),
            "output_tokens": facts.get("max_output_tokens"),
            "input_usd": per_million(facts, "input_cost_per_token"),
            "cached_usd": per_million(facts, "cache_read_input_token_cost"),
            "cache_write_usd": per_million(facts, "cache_creation_input_token_cost"),
            "output_usd": per_million(facts, "output_cost_per_token"),
        }
        # No price is better than half a price.
        if row["input_usd"] is None or row["output_usd"] is None:
            continue
        models[provider, name] = {key: value for key, value in row.items() if value is not None}
    rows = ",\n".join(json.dumps(models[key]) for key in sorted(models))
    source = f"litellm {version}"
    OUT.write_text(f'{{"date": "{today}", "source": "{source}", "models": [\n{rows}\n]}}\n')
    print(f"{len(models)} models, {OUT.stat().st_size} bytes")


main()
