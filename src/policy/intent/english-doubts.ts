import type { Rules } from "./phrase.ts";

// English phrases that make a message something other than consent, in the notation of `phrase.ts`.

export const RULES: Rules = {
  not: ["[don't|dont|do not|not|never|won't|can't|cannot|mustn't|shouldn't|isn't|aren't|wont|cant|didn't|haven't]"],
  // "Not sure how to proceed", "don't wait", "don't just plan": none of them is a refusal.
  unsaid: [
    "[sure|certain|know|understand|mind|care|forget|worry|hesitate|just|only|have|see|wait|stop|need|be|sweat|let]",
    "[you [see|think]|be|delay|bother|get|ask|find|remember|a [bad|problem]|bad|wrong|worried]",
  ],
  exec: [
    "[go|ahead|proceed|implement|implementing|execute|executing|start|starting|begin|run|running|apply|applying|build]",
    "[building|code|coding|carry|do|commence|touch|touching|edit|editing|modify|modifying|change|changing|write|writing]",
    "[make|making|ship|move|moving|continue|approve|approved|approving|ready|act|launch|deploy|commit|push|executed]",
    "[started|implemented|yet|now|so fast|good|okay|ok|acceptable|happy|convinced|agree|like|what i]",
  ],
  planning: [
    "[planning|plan mode|planning mode|exploring|investigating|researching|gathering|read-only|the planning phase]",
  ],
  think: [
    "[review|read|think|check|look|see|consider|discuss|ask|talk|understand|decide|study|digest|reconsider|sleep]",
  ],
  part: ["[plan|step|steps|proposal|section|risk|risks|approach|phase|summary|decision|assumption|assumptions|design]"],
  revise: [
    "[revise|rework|redo|rewrite|change|update|adjust|amend|modify|edit|improve|refine|rethink|reconsider|reorder]",
    "[expand|shorten|simplify|fix|split|merge|drop|remove|delete|add|replace|swap|clarify|detail|elaborate|reduce|trim]",
  ],
  while: [
    "[a (sec|second|minute|moment|bit|while|tick)|one (sec|second|minute|moment)|one|here|there|it|that|right there]",
  ],
};

/** Whole clauses that say: not now. */
export const HALTS = [
  "[no|nope|nah|no way|no thanks|no thank you|absolutely not|certainly not|definitely not|of course not|hell no|negative]",
  "[not (just) yet|not now|not today|not so fast|not quite (yet)|not really|not like this|i said no|don't|do not|dont]",
  "[wait|hold on|hang on|hold up|hold|hold off|stop|halt|pause|whoa|freeze|abort|cancel|whoa there] (<while>) (for now)",
  "[actually|sorry|oh|hmm|no] [wait|no|hold on|stop] (<while>)",
  "[one|just a|give me a] [sec|second|minute|moment|minute]",
  "[never mind|nevermind|forget it|forget about it|drop it|scrap [it|that|this]|cancel [it|that|this|the plan]|abandon [it|the plan]]",
  "[reject|rejected|i reject [it|this|the plan]|denied|declined|disapproved|i disagree|i decline|i object|i refuse|not approved]",
  "[stop|halt|pause|cancel|abort] [executing|coding|implementing|everything|all|the execution|the implementation|the run]",
  "[let's not|let us not|no go|no-go|let's [start over|start from scratch|go back]|start from scratch]",
  "[scratch that|i changed my mind|i've changed my mind|i take [it|that] back|hold your horses|postpone (it|this)|let's postpone (it|this)]",
  "[i'd rather [not|you didn't]|i'd prefer not to|not until … |i have (a|some|a few) (question|questions|concerns|doubts) (first)]",
  "[try again|start over|redo it|back to the drawing board|go back|go back to planning|undo|revert|think again]",
];

/** Words anywhere that say: plan, do not execute. */
export const PLAN_ONLY = [
  "<not> !<unsaid> … <exec>",
  "not yet",
  "under no circumstances",
  "refrain from",
  "let me (double|just) check",
  "before [you|we|i] (even|can) (<exec>)",
  "before <exec>",
  "hold off",
  "[hold|wait] (on|off|up) … [for|until|till] [me|my|i|i've|we|the [team|boss]]",
  "no [coding|implementation|implementing|execution|executing|editing]",
  "no [code|edits|changes|writes|commits] (changes) [yet|for now|until|at this point|right now]",
  "[plan|planning|design|research|analysis|proposal] only",
  "[just|only|simply|merely] (do|make|write|give me|show me|create|draft|want|need) (a|the|your|some) [plan|planning|outline|proposal]",
  "[only|just] [planning|plan|think|explore|analyze|analyse|investigate|discuss|research|looking|exploring|talking|thinking]",
  "plan (it|this|that|things|everything) (out) first",
  "[keep|continue|stay|remain|resume|still|start|begin] (with|on|in) (the) <planning>",
  "[let's|lets|let us|let me|i'll|we'll] (just|first|still) [plan|<think>|keep planning|wait|hold|pause|stop|revise|think]",
  "[should|must|need to|have to|want to|would like to|prefer to|rather|like to] (still|first|just|probably) [wait|hold|pause|stop|plan|<think>]",
  "[make|write|draft|create|prepare|give me|show me|send me|present|propose|produce|come up with|need|want] [a|the|an|another|your|me a] (new|better|detailed|revised|updated|different|second) [plan|proposal|outline]",
  "[proceed|go ahead|continue|carry on|start] [(with) (the) planning|to plan|and plan]",
  "(i'm|i am|we're|still) [still|currently] [reading|reviewing|thinking|deciding|looking]",
  "give me [a|some|another|more] [minute|moment|second|sec|time|day|hour|few]",
  "<revise> … <part>",
  "[needs|need|needs some|wants] (some|a bit|a lot) (more) [work|detail|details|thought|changes|revision|thinking]",
  "[this|that|it|the plan|plan] (is|looks|seems) [wrong|bad|incomplete|too [long|big|risky|complex|vague|short]]",
  "[explain|describe|tell me|walk me through|show me] … first",
  "i [disagree|reject|object|refuse]",
  "[not|isn't|aren't] [ready|approved|good|convinced|happy|okay|ok|acceptable|what]",
  "i (do|really) [don't|do not] [like|agree|approve|want|think]",
];

/** "Make a plan, then execute it" asks for both, one after the other. */
export const SEQUENCES = [
  "[plan|planning|proposal|step|steps] … [and|then] … [execute|implement|proceed|start|run|go|do|build|carry]",
];

export const QUESTIONS = [
  "[how|what|why|where|which|who|whose|whom|what's|how's|who's|where's|when's|how'd|why's|whats|hows]",
  "[should|shall|can|could|would|will|may|might|must|does|did|is|are|was|were|am|has|had|isn't|aren't|doesn't|won't|can't|couldn't|wouldn't|shouldn't|didn't] [i|we|you|they|he|she|it|this|that|there|the|these|those|anyone|somebody|someone|everyone|your|my|our]",
  "do [i|we|you|they]",
  "have [i|we|you|they]",
  "when [will|should|do|can|could|would|is|are|did]",
  "any [questions|thoughts|idea|ideas|objections|concerns]",
  "[wdyt|thoughts]",
];

export const CONDITIONS = [
  "[if|unless|provided|providing|assuming|assume|supposing|suppose|whether|otherwise]",
  "in case",
  "as long as",
  "on (the|one) condition",
  "[only|but] when",
];

/** Later, not now. */
export const LATER = [
  "[once|when|whenever|after|until|till|before|while|later|tomorrow|tonight|eventually|soon|afterwards|sometime|someday]",
  "as soon as",
  "[next|this] [week|month|monday|tuesday|wednesday|thursday|friday|sprint|morning|afternoon|evening|time]",
  "(on|by) [monday|tuesday|wednesday|thursday|friday|saturday|sunday]",
  "[in|at] (a|an|the|about) [minute|minutes|hour|hours|day|days|noon|midnight|moment|while|bit|second]",
  "at (1|2|3|4|5|6|7|8|9|10|11|12) [am|pm|o'clock]",
  "wait … [then|and]",
  "first",
];

export const NEGATIONS = [
  "<not>",
  "[no|nope|nor|neither|none|nothing|nobody|nowhere|without|stop|wait|hold|halt|pause|cancel|abort|refuse|reject|rejected]",
  "[doesn't|wasn't|weren't|hasn't|hadn't|couldn't|wouldn't|needn't|ain't|doesnt|didnt|isnt|arent|shouldnt|couldnt|wouldnt]",
  "[disagree|deny|denied|decline|declined|against|refrain|avoid|prevent|forbid|forbidden|revoke|withdraw|undo|hardly|barely]",
];

export const CHANGES = [
  "[but|except|excluding|however|only|although|though|instead|skip|skipping|omit|minus|besides|rather|apart from]",
  "[other than|leave out|as well as|with the exception|plus|also|additionally|and also|not the|limit|limited|just the]",
  "[step|steps|phase|part|option|task|item|#] [1|2|3|4|5|6|7|8|9|10|one|two|three|four|five|a|b|c|d|x|y]",
  "[first|second|third|last|next|final] (two|three|few|one) [step|steps|phase|part|task|tasks|item]",
  "[use|using|add|adding|remove|removing|rename|replace|change|include|make sure|be sure|ensure|remember to|don't forget]",
];

export const HEDGES = [
  "[maybe|perhaps|probably|possibly|might|hopefully|whatever|kinda|sorta|hmm|hm|hmmm|um|uh|umm|idk|dunno|unsure|presumably]",
  "[i guess|i suppose|i think|i believe|i feel|i hope|i assume|i'd say|i would say|i'm thinking|i reckon|i imagine|i wonder]",
  "[sort of|kind of|seems like|looks like|feels like|let me think|supposedly|apparently|allegedly|ideally|potentially|or]",
  "[should|could|would|tempted|considering|wonder|wondering|how to|unclear|confused|depends|not sure|yeah right|as if|guess|suppose]",
];

/** Reported speech of other people. */
export const REPORTS = [
  "[said|says|say|saying|told|tells|tell|telling|wrote|writes|asked|asks|mentioned|mentions|replied|answered|claims|claimed]",
  "[he|she|they|him|her|somebody|someone|everyone|users|user|people|customers|colleague|boss|manager|team]",
  "[the|a|his|her|their] [go-ahead|word|words|phrase|sentence|button|message|text|string|label|command]",
  "[press|click|type|enter|reply with|pretend|simulate]",
  "[means|meaning|phrase|translate|spelled|called|titled|named|labeled|labelled]",
];
