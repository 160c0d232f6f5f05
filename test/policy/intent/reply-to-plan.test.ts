import { describe, expect, it } from "vitest";
import { classifyReply, type ReplyMeaning } from "../../../src/policy/intent/reply-to-plan.ts";
import * as chinese from "./chinese-sentences.ts";
import * as english from "./english-sentences.ts";

/** One reply a line. */
const REPLIES: Record<ReplyMeaning, string> = {
  consent: `
LGTM
lgtm!
yes
Yes.
yep
ok
Ok, thanks!
sure
Looks good to me 👍
looks good
The plan looks good.
Sounds good, thanks
perfect
Agreed.
no objections
I like it
works for me
👍
✅
go ahead
ship it
Approved
好
好的
好的，谢谢
可以
行
同意
没问题
看起来不错
嗯
是的
执行吧
OK的
👌`,
  question: `
Why step 1?
why
What does step 2 do?
How long will this take?
Is this safe?
Does step 3 touch the database?
looks good, but what happens to the old files?
ok, but why?
Explain step 2.
please explain the second step
Can you explain why you need npm install?
Could you tell me more about the migration?
I don't understand step 3
If the tests fail, what happens?
LGTM?
Which files change?
What about Windows?
为什么
为什么要第一步？
这个安全吗？
第二步是做什么的
需要多久？
会不会影响数据库
解释一下第二步
我不太明白第三步`,
  change_request: `
please use pnpm instead
Make it warmer.
Not that warm.
make the second step smaller
Go with SQLite
Get rid of step 3
Say it in Latin.
Please use pnpm
use pnpm
Use pnpm, ok?
Could you use pnpm instead?
Can we skip step 2?
skip step 3
Remove the last step.
don't touch the lockfile
Do not delete the old table
add tests for the parser
also add a changelog entry
Looks good, but use pnpm
yes, but skip step 2
LGTM but please add a test
Step 2 should come first
I'd prefer SQLite
I want a smaller plan
too many steps
this is too risky
The plan needs more detail
You forgot the docs
Why npm? Please use pnpm.
wait, use pnpm instead
make sure the tests run
Split step 2 into two steps
revise the plan
start over
instead of jest use vitest
请用 pnpm
用 pnpm
把第二步删掉
第二步改成用 pnpm
I want to use pnpm
I need tests for this
keep it short
use this library: zod
It should be called HELLO.md
it is too expensive
跳过第三步
不要删除旧表
加上测试
太复杂了
步骤太多了，合并一下
好的，但是换成 pnpm
漏了文档`,
  unclear: `
thanks!
Thank you
hi
nice work
Great!
cool
got it
understood
🎉
no
not yet
wait
hold on
hmm
don't start yet
don't change the code yet
I'll look at it tomorrow
let me think
not so fast
not bad
I'd rather not
maybe
LGTM if the tests pass
my colleague said yes
> go ahead
"LGTM"
the weather is nice
go ahead when CI is green
No need to change anything
nothing is missing
don't change anything
do not run the plan
LGTM too
looks good to me too
me too
that's too kind
not too bad
I want exactly this
I need this today
I'd like to approve
I'd like to read it first
I need to ask Bob first
I have to go, looks good
that should do it
this should work, thanks
leave it as is
let's try it
use it
keep it up
check
没有补充
没有要改的
不需要改
不要改
计划很完善
改得不错
重新看了一遍，没问题
我需要考虑一下
就用这个方案
谢谢
收到
辛苦了
等等
先别改代码
不行
我想想
哈哈`,
};

describe.each(Object.entries(REPLIES) as [ReplyMeaning, string][])("a reply that is: %s", (meaning, replies) => {
  it("is classified as that", () => {
    const found = replies
      .split("\n")
      .slice(1)
      .map((reply) => [reply, classifyReply(reply)] as const);
    expect(found.filter(([, is]) => is !== meaning)).toEqual([]);
  });
});

it("takes every sentence that may sign as consent, and no sentence that asks not to run", () => {
  const sentences = (text: string) =>
    text
      .slice(1, -1)
      .split("\n")
      .map((line) => line.replaceAll("\\n", "\n"));
  const all = (kind: "EXECUTE_NOW" | "PLAN_ONLY") => [english, chinese].flatMap((lists) => sentences(lists[kind]));
  expect(all("EXECUTE_NOW").filter((reply) => classifyReply(reply) !== "consent")).toEqual([]);
  expect(all("PLAN_ONLY").filter((reply) => classifyReply(reply) === "consent")).toEqual([]);
});

it("takes no text with hidden characters or of great length as anything", () => {
  expect(classifyReply("LGTM\u200b")).toBe("unclear");
  expect(classifyReply(`use pnpm ${"x ".repeat(3000)}`)).toBe("unclear");
});
