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
    "[long|short|big|large|small|risky|complex|complicated|vague|many|much|few|broad|slow|simple|shorter|simpler]",
  ],
  yet: ["[fast|quick|quickly|bad|sure|far]"],
  part: ["[plan|step|steps|proposal|approach|summary|design|verification|check|command]"],
};

/** At the beginning of a clause: a command, or a wish. */
export const ENGLISH_COMMANDS = [
  "(just|also|rather|maybe|instead|now) <alter>",
  "(i|we) [don't|do not|dont|never] (ever) <alter>",
  "[you|we|it|this|that|i] [should|must|need to|have to|has to|needs to|ought to|shouldn't|mustn't]",
  "[let's|lets|let us] (not|just|also|rather) <alter>",
  "[i|we] (really) [want|need|would like|prefer|would prefer|would rather]",
  "[i'd|we'd] (really|much) [like|prefer|rather [you|we|use|have|keep|see|it]]",
  "not [that|so|as|this|too] !<yet>",
  "[start over|start from scratch|try again|think again|back to the drawing board]",
];

/** At the beginning of a question: a polite command. */
export const ENGLISH_REQUESTS = ["[can|could|would|will] [you|we] (please|also|just|maybe) <alter>"];

/** Anywhere in a clause. */
export const ENGLISH_CHANGES = [
  "[instead|rather than|leave out|no need [for|to]]",
  "[please|pls|plz] (just|also|do|always|never|don't|do not) <alter>",
  "[step|steps|it|this|that|plan|<part>] (1|2|3|4|5|6|7|8|9) [should|must|needs|need|shouldn't|has to|ought to]",
  "too (<size>)",
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

/** A clause with one of these asks for time, not for another plan. */
export const ENGLISH_WAITS = ["[yet|for now|hold off|hold on|not now]", "[wait|pause] [for|until|till|a]"];

export const CHINESE_RULES: Rules = {
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

export const CHINESE_WAITS = ["先[别|不|等|停|放|缓]", "[等等|稍等|等一下|暂时|暂不|还没|等我]"];
