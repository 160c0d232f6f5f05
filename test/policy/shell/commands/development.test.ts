import { describe, expect, it } from "vitest";
import { DEVELOPMENT } from "../../../../src/policy/shell/commands/development.ts";
import { GIT } from "../../../../src/policy/shell/commands/git.ts";
import { NETWORK } from "../../../../src/policy/shell/commands/network.ts";
import { findCommand } from "../../../../src/policy/shell/find-command.ts";
import { reasonAgainst } from "./reason-against.ts";

const lines = (text: string) => text.trim().split("\n");
const pairs = (text: string) => lines(text).map((line) => line.split(" ## ") as unknown as [string, string]);

describe("development tools", () => {
  it.each(
    lines(`
node --version
node -v
npm --version
npm -v
npm ls
npm ls --depth=0 --json
npm list -g
npm config get registry
npm config list
npm config ls -l
npm config list --json
npm get registry
npm pkg get name
npm root -g
npm run
npm explain x
docker compose -f x.yml ps
npx --version
deno --version
bun -v
python --version
python3 -V
pip --version
pip list
pip list --format=json
pip show requests
pip freeze
pip3 list --not-required
pip config list
pip config get global.index-url
pip3 config debug
uv --version
ruby -v
gem --version
gem list
gem env
gem environment gemdir
gem which json
go version
go env
go env GOPATH GOMODCACHE
go version -m ./tool
cargo --version
cargo -V
rustc --version
rustc -vV
rustup --version
rustup toolchain list
java -version
java --version
javac -version
php -v
perl -v
lua -v
gcc --version
g++ -dumpversion
clang --version
make --version
cmake --version
dotnet --list-sdks
swift --version
elixir --version
ghc --version
zig version
brew --version
tsc --version
tsc -v
tsc --showConfig -p tsconfig.json
eslint --version
prettier --version
vim --version
code --version
psql --version
mysql -V
redis-cli --version
nginx -v
git-lfs version
terraform version
terraform -version
terraform fmt -check -diff
aws --version
aws sts get-caller-identity
aws ec2 describe-instances --region eu-west-1 --output json
aws s3 ls s3://bucket --recursive
docker --version
docker ps
docker ps -a --format '{{.Names}}'
docker ps -aq --no-trunc
docker images
docker images --format json
docker inspect web
docker inspect -f '{{.State.Status}}' web
docker logs --tail 50 web
docker logs -n 20 -t web
docker version
docker info --format '{{.ServerVersion}}'
docker stats --no-stream
docker top web
docker port web
docker diff web
docker history web --no-trunc
docker network ls
docker network inspect bridge
docker volume ls -q
docker image ls
docker container ls -a
docker system df -v
docker context ls
docker compose ps
docker compose config --services
docker compose logs --tail=20 web
docker compose ls
kubectl version --client
kubectl get pods
kubectl get pods -A -o wide
kubectl -n web get deploy web -o yaml
kubectl get pods -l app=web --sort-by=.metadata.name --no-headers
kubectl describe pod web-1
kubectl logs web-1 -c app --tail=50
kubectl top pods
kubectl config view --minify
kubectl config current-context
kubectl config get-contexts
kubectl api-resources
kubectl explain pods.spec
kubectl get --raw /healthz
kubectl cluster-info
kubectl rollout status deploy/web
kubectl auth can-i get pods
helm list -A
helm status web -n web
helm get values web
helm history web
helm version --short
gh --version
gh pr list
gh pr list --state open --limit 5 --json number,title
gh pr view 12 --comments
gh pr diff 12
gh pr checks 12
gh pr status
gh issue list -l bug
gh issue view 3
gh run list -w ci.yml -L 3
gh run view 99 --log-failed
gh repo view owner/name
gh release list
gh api repos/owner/name/pulls
gh api -X GET repos/owner/name --jq .name
gh api -H 'Accept: application/vnd.github+json' repos/owner/name
gh auth status
cloc src
cloc --by-file --json src
tokei src -o json
scc --by-file src
shellcheck -f gcc run.sh
shfmt -d run.sh
gofmt -l .
gofmt -d main.go
gofmt -s -l src
gofmt -r 'a -> b' main.go
javap -cp target/classes Foo
javap -c -p -cp build/classes com.example.Foo
javap -v Foo.class
jar tf app.jar
jar tvf app.jar
jar -tf app.jar
jar --list --file app.jar
jps -lm
jcmd -l
node --check a.js
node -c a.js b.js
node --check src/*.js
node --help
php -l a.php
php --ini
yamllint .
yamllint -f parsable .
yamllint -d relaxed a.yml
hadolint Dockerfile
hadolint -f json --ignore DL3008 Dockerfile
hadolint - < Dockerfile
ctags --version
ctags --list-languages
ctags --list-kinds
etags --version
npm help
npm --help
cargo metadata --no-deps
cargo metadata --format-version 1 --no-deps
cargo locate-project
rustfmt --version
gradle --version
pyenv versions
rbenv version
nvm ls
fnm list
direnv status
gcc -v
dotnet --info
docker buildx ls
docker-compose --version
sqlite3 --version
ffmpeg -version
pkg-config --modversion zlib
pkg-config --cflags --libs openssl
actionlint
actionlint -oneline .github/workflows/ci.yml
difft a.ts b.ts
black --check .
black --diff src
ruff check --no-cache --no-fix src
ruff format --check --no-cache .
ruff rule E501
gh run watch 3
gh workflow view ci.yml --yaml
gh secret list
gh variable list --env prod
gh gist list
gh status
gh cache list
gh ruleset list
gh org list
gh project list --owner @me
gh config get editor
gh alias list
gh extension list
gcloud auth list
`),
  )("allows %s", (command) => {
    expect(reasonAgainst(command)).toBeUndefined();
  });

  it.each(
    pairs(`
node -e x ## runs code
node script.js ## runs code
node --version script.js ## runs code
node -p 1 ## runs code
./node --version ## path
npx tsc --version ## runs programs
deno run x.ts ## runs code
python -c x ## runs code
python3 x.py ## runs code
python3 -m pip --version ## runs code
perl -e x ## runs code
ruby -e x ## runs code
php -r x ## runs code
java -jar x.jar ## runs code
java --version @args ## runs code
gcc a.c ## writes files
gcc --version -o x ## writes files
make ## Makefile
make -n ## Makefile
make --version x ## Makefile
cmake . ## project
cargo build ## project
cargo metadata ## project
cargo tree ## project
cargo --config x --version ## project
go build ## builds
go test ./... ## builds
go vet ./... ## builds
go run . ## builds
go mod tidy ## builds
go env -w GOFLAGS=x ## changes settings
go env -u GOFLAGS ## changes settings
npm install ## changes installed
npm ci ## changes installed
npm test ## runs code
npm run build ## runs code
npm exec x ## runs code
npm x y ## runs code
npm config set a b ## not known
npm pkg set a=b ## not known
npm publish ## published
npm audit fix ## changes settings
npm $cmd ## option
yarn --version ## project
yarn list ## project
pnpm ls ## project
pip install x ## installed
pip list --outdated ## index
pip list --log x ## not known
pip --python ./x list ## not known
pip --log x list ## not known
poetry show ## plugins
bundle list ## Gemfile
composer show ## plugins
gem install x ## changes installed
mvn --version ## project
gradle tasks ## project
rustup update ## changes toolchains
rustup run nightly x ## changes toolchains
tsc ## compiles
tsc --noEmit ## sandbox
tsc --noEmit --generateTrace x ## writes files
tsc --build ## writes files
tsc --init ## writes a file
eslint . ## plugins
eslint --fix . ## plugins
prettier --check . ## plugins
ruff check . ## cache
mypy . ## caches
pytest ## project
pytest --version ## project
jest ## project
vitest run ## project
webpack ## project
turbo --version ## project
ts-node x.ts ## runs code
docker run x ## runs a container
docker exec web ls ## runs a container
docker build . ## runs a container
docker rm web ## changes containers
docker pull x ## changes containers
docker -H tcp://x ps ## not known
docker --host=x ps ## not known
docker --config x ps ## not known
docker --context x ps ## not known
docker cp web:/x . ## changes containers
docker save -o x web ## changes containers
docker compose up -d ## changes containers
docker compose exec web ls ## changes containers
docker compose config -o x ## writes to a file
docker system prune ## not known
docker network rm x ## not known
docker image prune ## not known
docker $x ## option
podman ps ## containers
kubectl apply -f x ## changes the cluster
kubectl delete pod x ## changes the cluster
kubectl exec web -- ls ## changes the cluster
kubectl edit deploy x ## changes the cluster
kubectl --kubeconfig x get pods ## may run programs
kubectl get pods --kubeconfig=x ## may run programs
kubectl get -k . ## may run programs
kubectl get pods --profile-output=x ## writes to a file
kubectl get pods --cache-dir=x ## writes
kubectl cluster-info dump --output-directory=x ## not known
kubectl cluster-info dump ## dump
kubectl config set-context x ## not known
kubectl config use-context x ## not known
kubectl diff -f x ## changes the cluster
kubectl rollout restart deploy/x ## not known
kubectl proxy ## changes the cluster
kubectl foo ## not known
helm install x y ## changes the cluster
helm template . ## changes the cluster
helm list --post-renderer x ## not known
terraform plan ## providers
terraform apply ## providers
terraform show ## providers
terraform fmt ## changes files
terraform -chdir=x version ## not known
gh pr merge 1 ## not known
gh pr create ## not known
gh pr view --web ## browser
gh pr view -w ## browser
gh pr checkout 1 ## not known
gh issue close 1 ## not known
gh run download 1 ## not known
gh run rerun 1 ## not known
gh repo delete x ## not known
gh repo clone x ## not known
gh api -X POST repos/x/y ## other than GET
gh api -XDELETE repos/x/y ## other than GET
gh api --method=PATCH repos/x/y ## other than GET
gh api repos/x/y -f a=b ## sends a change
gh api repos/x/y -F a=@f ## sends a change
gh api repos/x/y --input f ## sends a file
gh api graphql ## graphql
gh api https://example.com/x ## another server
gh alias set x y ## not known
gh extension install x ## not known
gh foo ## not known
gh gist create x ## not known
aws s3 cp a s3://b ## not known
aws s3 rm s3://b ## not known
aws s3api get-object --bucket x --key y out ## not known
aws ec2 terminate-instances ## not known
aws ec2 describe-instances --endpoint-url x ## not known
aws ec2 describe-instances out ## may write
cloc --out=x src ## writes to a file
cloc --report-file=x src ## writes to a file
cloc --extract-with=x y ## runs a program
cloc --git HEAD ## runs git
cloc x.tar.gz ## unpacks
scc -o x ## writes to a file
scc --format-multi csv:x ## writes to files
shfmt -w run.sh ## changes files
ctags -R ## writes an index
tsc --showConfig false ## true or false
tsc --version false ## true or false
tsc --listFilesOnly FALSE ## true or false
tsc --noEmit false ## true or false
tsc --showConfig @options.txt ## options
tsc --version "$x" ## option
pip config list --log marker ## not known
pip config get global.index-url --log=marker ## not known
pip3 config debug --log marker ## not known
pip config list --cache-dir=marker ## not known
npm get registry --logs-dir=./marker --logs-max=5 ## not known
npm config list --timing --logs-dir=marker ## not known
npm config get registry --cache=./marker ## not known
npm config ls --userconfig=./evil ## not known
gem which x --config-file=./gemrc ## not known
gem env --config-file ./gemrc ## not known
gh api -H 'X-HTTP-Method-Override: PUT' repos/o/n ## header
gh api repos/o/n --header=x-http-method-override:DELETE ## header
gh api /graphql ## graphql
terraform fmt main.tf -check ## changes files
kubectl get --raw /api/v1/namespaces/x/services/web/proxy/delete ## proxy
docker compose -f oci://example.com/x config ## fetches
docker compose --file=https://example.com/x.git ps ## fetches
cloc 4f2a9c1 ## git
cloc HEAD ## git
cloc HEAD~1 ## git
cloc main ## git
cloc src @{u} ## git
packer --version ## plugins
pyright --version ## downloads
gofmt -w . ## changes files
gofmt -l -w=true . ## changes files
gofmt -cpuprofile=x a.go ## writes to a file
gofmt --w . ## not known
javap -J-javaagent:x.jar Foo ## not known
javap --system ./jdk Foo ## runs code
javap http://example.com/a.class ## network
javap @options ## options
jar xf app.jar ## writes files
jar cf app.jar a ## writes files
jar tf @list ## options
jar -J-javaagent:x.jar -tf app.jar ## not known
jps example.com ## another machine
node --check -r ./x.js a.js ## runs code
node --check a.js --require ./x.js ## runs code
node --check --import ./x.mjs a.js ## runs code
node --check inspect a.js ## runs code
node --check -- inspect a.js ## runs code
node -c $x ## runs code
node -c "$x" ## runs code
node --check *.js ## runs code
php -l -d auto_prepend_file=x a.php ## runs code
php -l php://stdin ## runs code
perl -c a.pl ## runs code
ruby -c a.rb ## runs code
python3 -m json.tool a.json ## runs code
python3 -m py_compile a.py ## runs code
hadolint +RTS -Smarker -RTS Dockerfile ## not known
hadolint Dockerfile --ignore +RTS ## run-time system
shellcheck +RTS a.sh ## run-time system
ctags --options=x --version ## index
ctags -f - a.c ## index
npm help install ## not known
cargo metadata ## project
cargo metadata --no-deps --config build.rustc=x ## project
gradle tasks ## project
pyenv local 3.12 ## installs
rbenv exec ruby ## installs
nvm use ## installs
direnv allow ## installs
as -v ## writes files
docker buildx build . ## not known
docker-compose ps ## changes containers
sqlite3 a.db .schema ## database
pkg-config --log-file=x zlib ## writes to a file
actionlint -shellcheck=./x ## runs a program
black . ## changes files
ruff format . ## changes files
ruff check --fix . ## changes files
ruff check --no-cache . ## fix
ruff check --no-fix . ## cache
ruff check --no-cache --no-fix -o x . ## writes to a file
codespell ## not known
gh secret set X ## not known
gh config set editor x ## not known
gh project delete 1 ## not known
`),
  )("refuses %s", (command, reason) => {
    expect(reasonAgainst(command) ?? "allowed").toContain(reason);
  });

  it.each([
    "npm view react version",
    "npm outdated",
    "go list ./...",
    "go list -m all",
    "go doc fmt",
    "tsc --noEmit",
    "tsc --noEmit -p .",
    "tsc --listFilesOnly",
    "rustup show",
    "rustup target list --installed",
    "rustup component list",
    "ruff check .",
    "ruff format --check .",
  ])("allows %s in the sandbox, and only there", (command) => {
    expect(reasonAgainst(command, { sandboxed: true })).toBeUndefined();
    expect(reasonAgainst(command)).toContain("sandbox");
  });

  it.each([
    "npm run build",
    "npm config set a b",
    "npm pkg set a=b",
    "npm pkg fix",
    "go list -toolexec x ./...",
    "tsc --noEmit --outDir x",
    "yarn why x",
    "pytest",
  ])("refuses %s even in the sandbox", (command) => {
    expect(reasonAgainst(command, { sandboxed: true })).toBeDefined();
  });

  it("refuses gh where the repository runs something", () => {
    const git = () => ({ found: "harmful", because: ["core.sshCommand=evil"] }) as const;
    expect(reasonAgainst("gh pr list", { git })).toContain("core.sshCommand");
    expect(reasonAgainst("gh --version", { git })).toBeUndefined();
  });

  it("is what the registry knows by these names", () => {
    const all = [...DEVELOPMENT, ...GIT, ...NETWORK];
    expect(all.flatMap((spec) => spec.names.filter((name) => findCommand(name) !== spec))).toEqual([]);
  });
});
