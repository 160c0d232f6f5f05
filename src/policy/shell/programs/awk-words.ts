/** The words of the language, of all its dialects together. */
export const AWK_KEYWORDS: ReadonlySet<string> = new Set(
  `BEGIN END BEGINFILE ENDFILE function func if else while for do switch case default break continue next nextfile exit
   return delete in getline print printf`.split(/\s+/),
);

/** The functions of any awk that only compute; `close` and `fflush` finish files that are open already. */
export const AWK_FUNCTIONS: ReadonlySet<string> = new Set(
  `atan2 cos exp int log rand sin sqrt srand
   gsub index length match split sprintf sub substr tolower toupper
   close fflush
   mktime strftime systime
   and compl lshift or rshift xor
   asort asorti gensub isarray mkbool patsplit strtonum typeof`.split(/\s+/),
);
