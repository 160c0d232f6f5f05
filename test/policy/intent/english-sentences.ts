/** One sentence a line, by what it is; `\\n` is a line break in it. */
export const EXECUTE_NOW = `
go ahead
Go ahead.
GO AHEAD!!!
  go   ahead
go ahead please
please go ahead
ok go ahead please!
okay, go ahead
yes, go ahead
Yes go ahead, thanks!
yep, go ahead
yeah go ahead
sure, go ahead
alright, go ahead
Alright then, go ahead
Go ahead, Claude.
go ahead now
go ahead and implement it
go ahead and start
go ahead and do it
go ahead and make the changes
Please go ahead and implement the plan.
go ahead with it
go ahead with the plan
go ahead with this plan
Go ahead with the implementation.
go ahead with the proposed changes
looks good, go ahead
looks good go ahead
Looks great! Go ahead.
Looks good to me, go ahead.
LGTM, go ahead
lgtm, proceed
The plan looks good. Go ahead.
Plan looks solid, please proceed
that's perfect, go ahead
sounds good, go ahead
works for me, go ahead
makes sense, go ahead
I like it. Go ahead.
I like the plan, proceed
I agree with the plan, go ahead
No objections, go ahead.
no further questions, proceed
I have no concerns, please proceed
I don't have any objections, go ahead
nothing to add, go ahead
I've read the plan and it looks good, go ahead
I reviewed the plan. Looks good. Proceed.
proceed
Proceed.
please proceed
Great, proceed.
ok proceed
Yes, please proceed.
proceed with the plan
proceed with it
proceed with the implementation
Please proceed with implementation
proceed to implementation
proceed as planned
proceed as proposed
proceed immediately
you may proceed
You can proceed now
you can go ahead
you can start now
You can start coding now
you may begin
you're good to go
you are clear to proceed
You're free to start
feel free to proceed
feel free to go ahead and implement it
implement it
implement it!
implement it now
Implement it please
please implement it
ok, implement it
looks good, implement it
implement this
implement the plan
implement this plan
Implement the plan as proposed.
implement it as described
implement everything
implement all of it
implement all the steps
Yes, implement the plan.
Perfect. Please implement it. Thank you!
execute
execute it
execute the plan
execute this plan now
Please execute the plan
run the plan
carry it out
carry out the plan
please carry out the plan as written
do it
do it!
just do it
Do it now
yes do it
please do it
ok do it
let's do it
let's do this
Let's go
let's go ahead
Let's proceed.
let's start
let's begin
let's get started
Let's implement it
let's implement this plan
let's move forward
let's move forward with this plan
lets go for it
go for it
Go for it!
Yes, go for it 🚀
start
start now
please start
ok start
start implementing
start coding
Start the implementation
start implementing the plan
begin
begin implementation
please begin the work
get started
get to work
get going
get on with it
move forward with the plan
make it so
Make it so.
make it happen
make the changes
please make the changes
apply the changes
apply it
build it
ship it
Ship it! 🚀
approved
Approved.
Approved, go ahead
Approved! Start now.
approved, please proceed
I approve
I approve the plan
I approve this plan. Proceed with implementation.
The plan is approved.
plan approved
you have my approval
you have the green light
you've got the go-ahead
green light
permission granted
good to go
all good to go
we're good to go
👍 go ahead
go ahead 👍
Go ahead :)
ok, thanks, go ahead
thanks! go ahead
Excellent work. Implement it.
Good plan, go ahead
Nice plan! Let's do it.
perfect, let's go
awesome, let's do it
Agreed. Proceed.
ok, let's get this done
Okay, you can go ahead and implement the plan now.
I want you to implement it now
I'd like you to go ahead
I'd like to proceed with the plan
you can edit the code now
you may change the code now
You can make the changes now
write the code
it's time to implement it
switch to execution mode
exit plan mode and implement it
Exit plan mode and start coding.
full steam ahead
follow the plan
let's go with this plan
ｇｏ ａｈｅａｄ
Go ahead.\\nThanks!
fine, go ahead
Ok cool, go ahead
by all means, go ahead
of course, go ahead
absolutely, proceed
Yes please, implement it
yes please go ahead
kindly proceed
pls go ahead
go ahead plz
go ahead, thx
`;

export const PLAN_ONLY = `
don't go ahead
do not go ahead
Don't proceed.
please don't proceed yet
do not proceed
don't start yet
don't start
dont start yet
Do not implement it
please do not implement it yet
don't implement anything
don't execute the plan
don't execute yet
never go ahead with this
not yet
Not yet.
no
No.
nope
no thanks
No, don't do it
no, not yet
wait
Wait.
wait a minute
wait, not yet
hold on
hold on a second
hold off
hold off for now
stop
please stop
go ahead. wait, no
go ahead... no, wait
Proceed. Actually, no.
actually no
ok wait
not now
just plan
plan only
planning only please
only plan, no code
just make a plan
just give me a plan
just the plan please
keep planning
continue planning
stay in plan mode
let's plan first
let's discuss it first
let me think about it
let me review it first
I need to think about it
I want to review it first
I'm still reading
give me a minute
revise step 2
change step 3
update the plan
Please revise the plan
add a step for the migration
remove step 4
split step 2 into two steps
rework the plan
the plan needs more detail
this needs more work
I don't think we should go ahead
we should not proceed
I'm not ready to proceed
I do not approve
rejected
reject
I reject this plan
cancel
cancel the plan
abort
never mind
forget it
start over
try again
looks good but don't start yet
I like it, but don't implement it yet
before you start, explain step 2
Before we proceed, update the plan.
no coding yet
no changes yet please
You must not start
you can't start yet
we can't go ahead with this
hang on
not so fast
don't touch the code
don't change any code yet
don't write any code
do not make any changes
don't run anything
I disagree
wait for my approval
show me the plan first
make a plan
proceed to plan
Can you revise step 2?
Could you please add a step for the tests?
Scratch that.
go ahead. I changed my mind.
under no circumstances proceed
I'd rather you didn't
not until I have reviewed it
I have some questions
`;

export const UNCLEAR = `

?
ok
okay
yes
Yes.
sure
fine
great
thanks
lgtm
looks good
looks good to me
sounds good
nice plan
👍
🚀
k
hmm
maybe
continue
carry on
keep going
go on
go
Go!
go ahead?
Go ahead??
proceed?
implement it?
How should we proceed?
how do we proceed
how would you proceed
how to proceed
What happens if I say go ahead?
should we go ahead?
Should I go ahead
shall I proceed?
shall we proceed
can we proceed?
Can you proceed?
could you proceed
can you go ahead and implement it
could you implement it?
would you go ahead please
are you ready to proceed?
is it safe to proceed
did you go ahead?
when do we start?
when will you proceed
why didn't you go ahead
Why don't you go ahead?
ready to proceed?
what does "go ahead" mean
he said "go ahead"
he said 'go ahead'
She told me to go ahead
they said go ahead
my boss says proceed
"go ahead"
“go ahead”
‘go ahead’
\`go ahead\`
«go ahead»
> go ahead
the button says proceed
the "proceed" button is broken
proceed to checkout button is broken
The docs say: go ahead
User: go ahead
if the tests pass, go ahead
go ahead if the tests pass
if you are sure, proceed
proceed unless something is wrong
go ahead unless there are objections
once CI is green, proceed
once the tests pass go ahead
when ready, go ahead
go ahead when you're ready
whenever you're ready, proceed
go ahead after you fixed step 2
after lunch go ahead
as soon as the review is done, implement it
go ahead tomorrow
proceed later
implement it next week
go ahead in an hour
provided that it works, go ahead
assuming nothing breaks, proceed
wait for CI and then go ahead
go ahead but skip step 3
go ahead, but don't touch the database
proceed, except for step 2
proceed except the migration
go ahead with step 2 only
go ahead with step 1
go ahead with the first step
only do step 1
implement it without the tests
implement it, but use postgres
go ahead and also update the readme
go ahead with option B
implement it in Rust
implement it in Rust or Go?
implement a login page
implement the login feature
maybe go ahead
I guess go ahead
go ahead I guess
I think we can proceed
I think you can go ahead
probably fine, go ahead
perhaps proceed
we could go ahead
we might proceed
you should probably go ahead
I suppose you can start
not sure we should proceed
I'm not sure how to proceed
I don't know how to proceed
I don't understand how to proceed
users go ahead and click the button
the users proceed to the next page
we went ahead
he went ahead with it
I already went ahead
they proceeded
proceedings
the go-ahead
waiting for the go-ahead
the team will proceed
she will implement it
I will implement it myself
I'll go ahead and do it myself
go ahead and explain
go ahead and ask
Go ahead, ask your question
go ahead and explain step 2
go ahead, tell me more
go ahead and try to convince me
proceed with caution
proceed carefully
go ahead, make my day
oh sure, go ahead and delete everything
yeah right, go ahead
go ahead and delete the database
whatever, go ahead
fine, whatever
good start
Great start!
nice start
no, go ahead
don't wait, go ahead
don't stop, proceed
can't wait to start
don't just plan, implement it
go ahed
proced
implment it
goahead
gо ahead
go\u200b ahead
go a\u00adhead
g\u0336o\u0336 ahead
yes ~~go ahead~~
<b>go ahead</b>
(go ahead)
- go ahead
1. go ahead
go ahead:
go ahead and
go ahead with
go ahead /s
go, ahead
you can do it!
you know what to do
over to you
go with your gut
hello
what a plan
implementation
execution
step 2 is unclear
why step 3?
use Postgres instead of MySQL
does it also proceed when the disk is full
tell me how you would implement it
explain how you'd implement it
I wonder whether to proceed
either go ahead or stop
go ahead or not
adelante
los geht's
stop planning and start coding
ok to proceed?
@bob go ahead
let's start with step 1
make a plan and then execute it
what are you waiting for? go ahead
nothing stops us from proceeding
go ahead and deploy
go ahead, just kidding
implement it; rm -rf /
approved by whom
approved with changes
make the changes to the plan
change the code
I will approve it later
almost good to go
let's go through it
we proceed
no objections
`;
