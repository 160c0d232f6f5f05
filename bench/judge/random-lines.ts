/** Lines of one to four pieces, again and again, perhaps closed by another: the same ones for the same seed. */
export function* randomLines(seed: number, count: number): Iterable<string> {
  let state = seed;
  // A linear congruential step.
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const some = (most: number) => Array.from({ length: 1 + below(most) }, () => PIECES[below(PIECES.length)]).join("");
  for (let index = 0; index < count; index++) {
    const [before, unit, after] = [below(2) ? some(3) : "", some(4), below(2) ? some(2) : ""];
    const times = Math.floor(9_000 / (unit.length + after.length) / (below(2) ? 1 : 20));
    yield before + unit.repeat(times) + after.repeat(below(2) ? times : 1);
  }
}

const PIECES = [
  ..."( ) { } [ ] [[ ]] (( )) $( $(( ${ ${x:- ` ' \" \\ | || & && ; < > << <<< <( >( # ! ~ * ? = , .. - -- / . ..".split(
    " ",
  ),
  ..." \n a src a.txt $x $i x=a x=$x y=$x$x cd\u00a0 if then fi for in do done while case esac f() time".split(" "),
  ...["cat ", "ls ", "git status", "git -C src log", "cd src;", "sed 's/a/b/' ", "awk '{print}' ", "find . -name "],
  ...["for i in a b c d; do ", "; done", "xargs ", "nice ", "env ", "<<E\n", "\nE\n", "$'a'", "{a,b}"],
].flatMap((piece) => (piece === "" ? [] : piece.replace("\u00a0", " ")));
