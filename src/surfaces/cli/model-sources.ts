import { join } from "node:path";
import { piDirectory, readPiFile } from "../../agent/default-model.ts";
import { isObject } from "../../plan/check-shape.ts";

/** Variables from which pi takes a key or credentials of a provider. */
export const KEY_VARIABLES: readonly string[] = [
  ..."ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_OAUTH_TOKEN OPENAI_API_KEY AZURE_OPENAI_API_KEY".split(" "),
  ..."GEMINI_API_KEY GOOGLE_CLOUD_API_KEY COPILOT_GITHUB_TOKEN OPENROUTER_API_KEY MISTRAL_API_KEY".split(" "),
  ..."GROQ_API_KEY CEREBRAS_API_KEY XAI_API_KEY DEEPSEEK_API_KEY NVIDIA_API_KEY AI_GATEWAY_API_KEY".split(" "),
  ..."ZAI_API_KEY ZAI_CODING_CN_API_KEY OPENCODE_API_KEY RADIUS_API_KEY HF_TOKEN FIREWORKS_API_KEY".split(" "),
  ..."TOGETHER_API_KEY BASETEN_API_KEY KIMI_API_KEY META_API_KEY MINIMAX_API_KEY MINIMAX_CN_API_KEY".split(" "),
  ..."MOONSHOT_API_KEY ANT_LING_API_KEY QWEN_TOKEN_PLAN_API_KEY QWEN_TOKEN_PLAN_CN_API_KEY".split(" "),
  ..."CLOUDFLARE_API_KEY XIAOMI_API_KEY XIAOMI_TOKEN_PLAN_CN_API_KEY XIAOMI_TOKEN_PLAN_AMS_API_KEY".split(" "),
  ..."XIAOMI_TOKEN_PLAN_SGP_API_KEY AWS_PROFILE AWS_ACCESS_KEY_ID AWS_BEARER_TOKEN_BEDROCK".split(" "),
  ..."AWS_CONTAINER_CREDENTIALS_RELATIVE_URI AWS_CONTAINER_CREDENTIALS_FULL_URI".split(" "),
  ..."AWS_WEB_IDENTITY_TOKEN_FILE GOOGLE_APPLICATION_CREDENTIALS".split(" "),
];

/** Where pi finds models: its logins, its `models.json`, and keys in the environment. Loads no pi, which takes a second. */
export function modelSources(env: NodeJS.ProcessEnv): string[] {
  const directory = piDirectory(env);
  const logins = Object.keys(readPiFile(join(directory, "auth.json"))).sort();
  const file = join(directory, "models.json");
  return [
    ...logins.map((provider) => `pi's login for ${provider}`),
    ...describedModels(file, env).map((model) => `${model}, in ${file}`),
    ...KEY_VARIABLES.filter((name) => env[name]).map((name) => `${name} in the environment`),
  ];
}

/** Models that `models.json` describes, with a key that is there. */
function describedModels(file: string, env: NodeJS.ProcessEnv): string[] {
  const providers = readPiFile(file)["providers"];
  return Object.entries(isObject(providers) ? providers : {}).flatMap(([provider, described]) => {
    if (!isObject(described) || !Array.isArray(described["models"])) return [];
    const [, variable] = /^\$\{?(\w+)\}?$/.exec(String(described["apiKey"] ?? "")) ?? [];
    if (described["apiKey"] === undefined || (variable !== undefined && !env[variable])) return [];
    return described["models"].flatMap((one) => (isObject(one) ? [`${provider}/${String(one["id"])}`] : []));
  });
}
