import type { Rules } from "./phrase.ts";

// Phrases in replies to a plan that are not consent, in the notation of `phrase.ts`.

export const ENGLISH_RULES: Rules = {
  alter: [
    "[use|add|remove|rename|replace|change|include|exclude|skip|omit|drop|delete|move|split|merge|combine|put|write]",
    "[rewrite|rework|redo|revise|adjust|amend|modify|edit|improve|refine|rethink|reconsider|reorder|expand|shorten]",
    "[simplify|fix|update|avoid|ensure|swap|switch|prefer|touch|install|call|name|set|try|test|check|pin|bump|leave]",
    "[do|run|start] [step|steps|the|a|all|only|less|more|with|without|them|both]",
    "[make|create|build|generate|convert|migrate|port|wrap|extract|refactor|commit|push|deploy|back up|disable|enable|turn]",
    "[apply|restrict|forbid|postpone|delay|group|sort|order|mark|log|cache|store|save|validate|translate|format|mock|measure]",
    "[say|phrase|print|return|lower|raise|increase|decrease|begin with|stop [using|doing]|go with|stick [to|with]|focus on|consider|get rid of|take out]",
    "keep [the|step|it|this|that|using|everything|all]",
    "[include|cover|handle|support|mention|remember|limit|reduce|trim|extend|document|separate|narrow|widen]",
  ],
  size: [
    "[long|short|big|large|small|risky|complex|complicated|vague|many|much|few|little|broad|narrow|slow|simple]",
    "[dangerous|expensive|heavy|early|late|wide|detailed|verbose|strict|loose|aggressive|fragile|invasive|wordy]",
  ],
  // What a person says of themselves or hopes of the plan: "I need to think", "that should work".
  own: [
    "(to) [think|read|wait|approve|sign|thank|see|look|go|ask|talk|discuss|know|understand|review|decide|check|say|congratulate]",
    "(to) (just) [explain|proceed|sleep on|consider|admit|agree|run it|work|suffice|help|do (it|the [job|trick]|nicely)|ship]",
    "[be (all|just) [fine|good|ok|okay|great|enough|safe|right|alright|proud|kidding|joking|nice|happy|done]]",
    "(exactly|just|precisely) [this|it|that] [today|now|tomorrow|asap|soon|done|so much]",
    "[exactly|just|precisely] [this|it|that]",
    "[a|some|more|one|another] (more) [minute|moment|second|sec|time|day|hour|bit|coffee|break]",
    "[no|nothing]",
  ],
  yet: ["[fast|quick|quickly|bad|sure|far|time|i|it]"],
  // An act that "it" may stand for the plan in.
  thing: [
    "[use|try|test|check|keep|leave|commit|push|deploy|save|order|start|begin|run|do|name|set|call|log|mark|go] ([it|this|that|them|all])",
    "[use|try|keep|go with|stick [to|with]|focus on|start with|put|turn|have] [it|this|that|the plan|this plan|that plan] (in action|on)",
    "do all (of) (the) (steps)",
    "[set it and forget it|name it]",
  ],
  part: ["[plan|step|steps|proposal|approach|summary|design|verification|check|command]"],
};

/** At the beginning of a clause: a command, or a wish. */
export const ENGLISH_COMMANDS = [
  "(just|also|rather|maybe|instead|now) <alter>",
  "(i|we) [don't|do not|dont|never] (ever) <alter>",
  "[you|we|it|this|that] [should|must|need to|have to|has to|needs to|ought to|shouldn't|mustn't] !<own>",
  "[let's|lets|let us] (not|just|also|rather) <alter>",
  "[i|we] (really) [want|need|would like|prefer|would prefer|would rather] !<own>",
  "[i'd|we'd] (really|much) [like|prefer|rather [you|we|use|have|keep|see|it]] !<own>",
  "not [that|so|as|this] !<yet>",
  "[start over|start from scratch|try again|think again|back to the drawing board]",
];

/** At the beginning of a question: a polite command. */
export const ENGLISH_REQUESTS = ["[can|could|would|will] [you|we] (please|also|just|maybe) <alter>"];

/** Anywhere in a clause. */
export const ENGLISH_CHANGES = [
  "[instead|rather than|leave out|no need [for|to]]",
  "[please|pls|plz] (just|also|do|always|never|don't|do not) <alter>",
  "[step|steps|it|this|that|plan|<part>] (1|2|3|4|5|6|7|8|9) [should|must|needs (to)|need (to)|shouldn't|has to|ought to] !<own>",
  "too <size>",
  "[needs|need] (some|a bit|a lot|a bit of) (more|of) [work|detail|details|thought|changes|revision|tests|thinking]",
  "[is|are|looks|seems] [wrong|incorrect|missing|incomplete|unnecessary|redundant]",
  "[you|it|the plan] [forgot|missed|forgets|misses|lacks]",
  "[another|a different|a new|a better|a simpler|a shorter] [plan|approach|way|solution]",
  "but (please|also|just|do|don't|do not|never) <alter>",
];

/** At the beginning of a clause: asks for an explanation. */
export const ENGLISH_INQUIRIES = [
  "(please|can you|could you|would you|will you) (please) [explain|describe|clarify|elaborate|tell me|show me|walk me|remind me]",
  "[i wonder|i'm wondering|wondering|curious|just curious|question|i have a question|i have some questions|one question]",
  "[i|we] [don't|do not] (quite|really|fully) [understand|get|see]",
  "not sure [why|what|how|i understand]",
];

/** A clause with one of these asks for time or is content with the plan: it asks for no other plan. */
export const ENGLISH_STAYS = [
  "[yet|for now|hold off|hold on|not now]",
  "[wait|pause] [for|until|till|a]",
  "nothing [is|to|else|more|needs|looks|seems]",
  "no need … [change|changes|changing|revise|revision|edit|edits|wait|worry|ask|explain|adjust]",
  "not [too|at all]",
  "[don't|do not|dont|never|without] (ever) <alter> [anything|a thing|a word|me|the plan|the run]",
  "[don't|do not|dont|never] [change|touch|edit|modify|run|start|do] [it|this|that|the plan|the run]",
  "as [is|it is|they are|it stands]",
  "[check|talk|ask] with",
  "when (you're|you are|it's|it is) [done|finished|ready]",
];

/** The same, if there is nothing else in the clause: "use it" and "let's try it" may well agree. */
export const ENGLISH_ALL_STAYS = [
  "[let's|lets|let us|i'd|we'd|you|we|i] [can|should|may|want to|would] <thing>",
  "(let's|lets|let us|i) <thing>",
  "[i|we] (really|do) [want|need] [it|this|that]",
  "[say no more|say when|consider it done|log off|keep it [up|going|coming]|call me (later)|sort of|mark my words|me too|never change]",
];

export const CHINESE_RULES: Rules = {
  none: ["[没|没有|没什么|没啥|无|无需|无须|不需要|不用|不必|并不|没有什么]"],
  fault: [
    "[改|修改|更改|调整|补充|增加|添加|变|动|不合理|不完整|不够|不对|不好|多余|缺少|少了|漏|优化|完善|重做|重写]",
  ],
  that: ["[这个|这|它|这套|这份|这版|该|此|你的|你这个|上面的](计划|方案|版本|版)", "[它|这个]"],
  alter: [
    "[改|加|删|换|拆|合并|去掉|补|写|用|使用|放|保留|检查|测试|考虑|包含|覆盖|限制|减少|细化|简化|优化|调整|说明|碰|升级|跳过]",
  ],
};

export const CHINESE_CHANGES = [
  "[改成|改为|换成|改用|换用|去掉|删掉|删除|加上|增加|添加|补充|补上|跳过|略过|合并|拆分|拆成|重写|重做|重新|调整|修改|移除]",
  "[改一下|改下|改改|换一个|换个|移到|放到|提前|推后|简化|细化|完善|优化|代替|替换|而不是|缩短|更改|修订|加个|加一个]",
  "[请|麻烦|帮我|最好|希望|建议|应该|需要|必须|务必|记得|尽量|一定要|还要|要|不要|别|不应该|不该|请勿] … <alter>",
  "太[长|复杂|多|短|大|小|慢|乱|简单|粗|啰嗦|冒险|危险](了)",
  "[漏了|漏掉|缺少|少了|缺了|忘了|多余|不合理|不完整|不够|有问题]",
  "[步|步骤|计划|方案] … [不对|不好|不行|错了|不需要]",
];

/** At the beginning of a clause: 用 pnpm. */
export const CHINESE_COMMANDS = ["(就|都|统一|还是)[用|使用|加|删|改|换|把|将|保留]"];

export const CHINESE_INQUIRIES = ["[解释|说明|讲讲|说说|介绍|讲一下|说一下]", "[不太|不|没|没有][明白|懂|理解|看懂]"];

export const CHINESE_STAYS = [
  "先[别|不|等|停|放|缓]",
  "[等等|稍等|等一下|暂时|暂不|还没|等我]",
  "<none>(什么|再)(需要|要)(再)<fault>",
  "[改|优化|写|完善|调整|简化|细化|拆]得",
  "[很|挺|非常|已经|都|够|比较|相当|蛮|足够]完善",
  "重新[看|读|检查|审]",
  "我(还|也|先)(需要|要|想|得)(再|先)[考虑|想|看|问|商量|读|确认|检查]",
];

export const CHINESE_ALL_STAYS = [
  "(那)(就|还是)[用|按]<that>(吧|了|就行|就好)",
  "[用|用吧|完善|将就|将就吧|要|要的]",
  "[别|不要|不用](再)[改|修改|动|调整|变](了)",
  "[把|将]<that>[执行|做|实施|落实|跑](了|吧|掉|完)(吧)",
];
