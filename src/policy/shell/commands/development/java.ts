import { onlyValue } from "../../argument.ts";
import type { CommandSpec } from "../../command.ts";
import { exactReader, needs, noLists, noOperands, onlyFiles, strictReader } from "../checks.ts";

/** Programs of a JDK that look at what is compiled, or at what runs. `-J…` would be options of Java, which can be code. */
export const JAVA: readonly CommandSpec[] = [
  strictReader(
    "javap",
    "shows what is in a class",
    {
      singleDash: true,
      flags: `-help --help -? -version --version -v -verbose -l -public -protected -package -p -private -c -s -sysinfo
        -constants`,
      values: "-m --module --module-path -cp -classpath --class-path --multi-release",
      harmful: { "--system": "runs code of that JDK to read it", "-bootclasspath": "looks for classes elsewhere" },
    },
    noLists,
    onlyFiles,
  ),
  jar(
    strictReader(
      "jar",
      "lists an archive",
      { flags: "-t --list -v --verbose --version", values: "-f --file" },
      noLists,
      needs("-t --list --version", "writes files unless it lists one"),
    ),
  ),
  strictReader("jps", "lists processes", { flags: "-q -l -m -v -V" }, noOperands("may ask another machine")),
  exactReader("jcmd", "lists processes", "-l"),
  exactReader("javac jshell", "tells its version", "--version", "-version"),
];

/** `jar tf x.jar`: the letters of the first word are options without their dash. */
function jar(spec: CommandSpec): CommandSpec {
  return {
    ...spec,
    judge(call, judging) {
      const [letters, ...rest] = call.args;
      const isList = letters !== undefined && /^(?:t|tf|tv|vt|tvf|vtf|ft|tfv)$/.test(onlyValue(letters) ?? "");
      const dashed = isList ? { ...letters, values: ["-t"], prefix: "-t" } : letters;
      spec.judge?.(dashed === undefined ? call : { ...call, args: [dashed, ...rest] }, judging);
    },
  };
}
