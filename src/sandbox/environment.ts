import { defined } from "../plan/defined.ts";
import { trustedPath } from "./find-program.ts";

export interface AgentEnvironmentOptions {
  mode: "planning" | "executing";
  /** Directories of the PATH inside it are left out. */
  project: string;
  /** The agent's id: shells that have it cannot pass for a person. */
  agent?: string;
  /** Variables that the settings keep for agents. */
  keep?: readonly string[];
  /** Where temporary files go. */
  temp?: string;
}

/**
 * The environment of an agent's commands: without tokens and keys, and without variables that make a read-only command run
 * another program. Planning gets only variables known to be safe; executing gets all but those known to be unsafe.
 */
export function agentEnvironment(env: NodeJS.ProcessEnv, options: AgentEnvironmentOptions): Record<string, string> {
  const { mode, project, agent, keep = [], temp } = options;
  const kept = Object.entries(env).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || OURS.test(name)) return [];
    const isWanted = keep.includes(name) || (mode === "planning" ? HARMLESS.test(name) : !isUnfit(name, value));
    return isWanted ? [[name, value]] : [];
  });
  return {
    ...Object.fromEntries(kept),
    PATH: trustedPath(env["PATH"], project).join(":") || "/usr/local/bin:/usr/bin:/bin",
    // Without it, bash starts as a login shell and reads files that can redefine commands.
    SHLVL: env["SHLVL"] || "1",
    PAGER: "cat",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
    // `git status` would otherwise refresh the index.
    GIT_OPTIONAL_LOCKS: "0",
    ...(mode === "planning" && WRITES_LESS),
    // Overrides the project's .npmrc.
    ...(mode === "planning" && temp !== undefined && { npm_config_cache: `${temp}/npm` }),
    ...gitConfig(mode === "planning" ? { ...FOR_ALL, ...FOR_PLANNING } : FOR_ALL),
    ...defined({ TMPDIR: temp }),
    COUNTERSIGN_AGENT: agent || "1",
  };
}

/** npm writes no log, and go and rustup fetch no version that a project names. */
const WRITES_LESS = {
  npm_config_logs_max: "0",
  npm_config_update_notifier: "false",
  GOTOOLCHAIN: "local",
  RUSTUP_AUTO_INSTALL: "0",
};

const OURS = /^COUNTERSIGN_/i;

const HARMLESS =
  /^(?:HOME|USER|LOGNAME|SHELL|HOSTNAME|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLORTERM|TERM_PROGRAM|NO_COLOR|CLICOLOR|FORCE_COLOR|COLUMNS|LINES|XDG_(?:CONFIG|DATA|CACHE|STATE)_HOME|XDG_(?:CONFIG|DATA)_DIRS|CI|JAVA_HOME|GOROOT|GOPATH|CARGO_HOME|RUSTUP_HOME|NVM_DIR|NVM_BIN|VOLTA_HOME|FNM_DIR|PYENV_ROOT|RBENV_ROOT|ASDF_DIR|ASDF_DATA_DIR|MISE_DATA_DIR|VIRTUAL_ENV|CONDA_PREFIX|SSL_CERT_FILE|SSL_CERT_DIR|NIX_SSL_CERT_FILE|NIX_PATH|NIX_PROFILES|LOCALE_ARCHIVE|TERMINFO|TERMINFO_DIRS)$/;

/** Keys, tokens, passwords; and the same in an address. */
const SECRET =
  /(?:^|_)(?:API_?KEYS?|ACCESS_?KEYS?|PRIVATE_?KEYS?|SECRET_?KEYS?|(?:ENCRYPTION|SIGNING|MASTER)_KEY|TOKENS?|PAT|SECRETS?|PASSWORDS?|PASSWD|PASS|PWD|PASSPHRASE|CREDENTIALS?|AUTH|COOKIES?|SESSION|WEBHOOK(?:_URL)?|DSN)(?:_|$)/i;
const KEPT_AFTER_ALL = /^(?:PWD|OLDPWD|XDG_SESSION_(?:TYPE|CLASS|DESKTOP))$/;
const PROVIDERS =
  /^(?:ANTHROPIC|CLAUDE|OPENAI|CODEX|GEMINI|GOOGLE|GCP|GCLOUD|CLOUDSDK|AZURE|ARM|AWS|BEDROCK|VERTEX|MISTRAL|GROQ|XAI|DEEPSEEK|OPENROUTER|COHERE|TOGETHER|FIREWORKS|CEREBRAS|HF|HUGGINGFACE|PERPLEXITY|REPLICATE|ZAI|KIMI|MOONSHOT|MINIMAX|GITHUB|GH|GITLAB|BITBUCKET|GITEA|DISCORD|SLACK|TELEGRAM|NPM|NODE_AUTH|PYPI|TWINE|CARGO_REGISTRY|DIGITALOCEAN|HCLOUD|LINODE|CLOUDFLARE|CF|VERCEL|NETLIFY|HEROKU|FLY|VAULT|OP|BW|SENTRY|DATADOG|DD|STRIPE|TWILIO|SENDGRID|SNOWFLAKE|DATABRICKS|PI)_/i;
const PASSWORD_IN_ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^/\s@]*:[^/\s@]+@/i;

/** Variables that make commands run other programs, or that lead to programs outside. */
const SHADOWS =
  /^(?:BASH_ENV|ENV|BASH_FUNC_.*|BASHOPTS|SHELLOPTS|BASH_LOADABLES_PATH|PROMPT_COMMAND|PS[0-9]|IFS|CDPATH|GLOBIGNORE|HISTFILE|FIGNORE|EXECIGNORE|INPUTRC|LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|NLSPATH|MALLOC_.*|GLIBC_TUNABLES|RESOLV_HOST_CONF|HOSTALIASES|.*PAGER|.*EDITOR|VISUAL|BROWSER|LESS|LESSOPEN|LESSCLOSE|LESSKEY.*|MANOPT|MANROFFOPT|GROFF_.*|NODE_OPTIONS|NODE_PATH|NODE_REPL_.*|NODE_EXTRA_CA_CERTS|NODE_REDIRECT_WARNINGS|NODE_V8_COVERAGE|NPM_CONFIG_.*|PYTHON.*|PERL5.*|PERLLIB|PERL_.*|RUBYOPT|RUBYLIB|LUA_INIT.*|LUA_C?PATH.*|PHPRC|PHP_INI_SCAN_DIR|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|MAVEN_OPTS|GRADLE_OPTS|RIPGREP_CONFIG_PATH|FZF_DEFAULT_.*|BAT_.*|DELTA_.*|ACK_OPTIONS|ACKRC|GREP_OPTIONS|GREP_COLORS?|TAR_OPTIONS|GZIP|BZIP2?|XZ_(?:OPT|DEFAULTS)|ZSTD_.*|UNZIP.*|ZIPOPT|RSYNC_.*|MAKEFLAGS|MFLAGS|MAKEFILES|GNUMAKEFLAGS|CC_WRAPPER|RUSTC(?:_.*)?|RUSTFLAGS|CARGO_BUILD_RUSTC.*|GOFLAGS|GOENV|SQLITE_.*|PSQLRC|MYSQL_.*|CURL_HOME|WGETRC|AWKPATH|AWKLIBPATH|POSIXLY_CORRECT|TMOUT|SSH_.*|SUDO_.*|GPG_.*|GNUPGHOME|DBUS_.*|DOCKER_.*|CONTAINER_HOST|KUBECONFIG|XAUTHORITY|DISPLAY|WAYLAND_DISPLAY|XDG_RUNTIME_DIR|WSL_INTEROP|TMUX.*|STY|KITTY_.*|WEZTERM_.*|ZELLIJ.*|ALACRITTY_SOCKET|NVIM(?:_LISTEN_ADDRESS)?|SWAYSOCK|I3SOCK|HYPRLAND_.*|KRB5CCNAME|TMPDIR|TMP|TEMP)$/i;
const GIT = /^GIT_/;
const AUTHORS = /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL)$/;

function isUnfit(name: string, value: string): boolean {
  if (KEPT_AFTER_ALL.test(name) || AUTHORS.test(name)) return false;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return true;
  const isSecret = SECRET.test(name) || PROVIDERS.test(name) || PASSWORD_IN_ADDRESS.test(value);
  return isSecret || SHADOWS.test(name) || GIT.test(name) || value.startsWith("() {");
}

const FOR_ALL = {
  "core.fsmonitor": "false",
  "core.pager": "cat",
  "credential.helper": "",
  "protocol.ext.allow": "never",
};
const FOR_PLANNING = {
  "core.hooksPath": "/dev/null",
  "core.editor": "false",
  "sequence.editor": "false",
  "core.untrackedCache": "false",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "log.showSignature": "false",
  "diff.autoRefreshIndex": "false",
};

function gitConfig(settings: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(settings).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(pairs.length / 2), ...Object.fromEntries(pairs) };
}
