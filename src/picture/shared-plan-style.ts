/** For the page of a shared plan: light and dark, narrow and wide, and on paper. */
export const SHARED_PLAN_STYLE = `
*{box-sizing:border-box}
body{margin:0;background:var(--desk);color:var(--text)}
.shared{--serif:ui-serif,"New York","Iowan Old Style",Charter,"Source Serif 4",Georgia,serif;--sans:system-ui,sans-serif;--mono:ui-monospace,"SF Mono",Menlo,Consolas,monospace;
max-width:1000px;margin:0 auto;padding:28px 28px 40px;font:13px/20px var(--sans);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
:where(.shared :is(h1,h2,h3,p,ul,ol,dl,dd,figure,pre)){margin:0;padding:0}
:where(.shared :is(ul,ol)){list-style:none}
.shared code,.shared pre{font:12px/19px var(--mono);font-variant-ligatures:none}
.brand{font:600 15px/20px var(--serif);display:flex;justify-content:space-between;gap:12px;flex-wrap:wrap;padding-bottom:16px;margin-bottom:24px;border-bottom:1px solid var(--line)}
.brand span{font:12px/20px var(--sans);color:var(--text-3)}
.shared h1{font:600 28px/34px var(--serif);letter-spacing:-.005em;text-wrap:balance}
.meta{color:var(--text-2);font-size:12px;margin-top:6px}
.status{display:inline-block;margin-top:12px;padding:2px 10px;border-radius:6px;font-weight:600;color:var(--hue,var(--text-2));background:var(--soft,var(--sunken));border:1px solid var(--hue-line,var(--line))}
.ok{--hue:var(--ok);--soft:var(--ok-soft);--hue-line:var(--ok-line)}
.warn{--hue:var(--warn);--soft:var(--warn-soft);--hue-line:var(--warn-line)}
.bad{--hue:var(--bad);--soft:var(--bad-soft);--hue-line:var(--bad-line)}
.run{--hue:var(--run);--soft:var(--run-soft);--hue-line:var(--run-line)}
.ink{--hue:var(--ink);--soft:var(--ink-soft);--hue-line:var(--ink)}
.neutral{--hue:var(--text-3);--soft:var(--sunken);--hue-line:var(--edge)}
.note{margin-top:16px;padding:10px 14px;border-radius:10px;background:var(--soft);border:1px solid var(--hue-line);color:var(--text)}
.note strong{color:var(--hue)}
.top{display:grid;grid-template-columns:minmax(0,1fr) 344px;gap:28px;margin-top:24px}
.top>div>section:first-child h2{margin-top:0}
.shared h2{font:600 11px/16px var(--sans);color:var(--text-3);text-transform:uppercase;letter-spacing:.05em;margin:28px 0 8px}
.top h2{margin-top:20px}
.shared h2 span{margin-left:10px;font-weight:400;text-transform:none;letter-spacing:0;font-size:12px}
.said{font:17px/26px var(--serif);white-space:pre-wrap;max-width:62ch}
.words{white-space:pre-wrap;color:var(--text-2);max-width:76ch}
.person{color:var(--ink)}
.machine{color:var(--text-2)}
.sign{background:var(--sheet);border:1px solid var(--line);border-radius:10px;padding:20px;box-shadow:0 1px 2px #0000000d,0 6px 20px #0000000d;align-self:start}
.seal-row{display:flex;gap:16px;align-items:center}
.seal{flex:none}
.sign h2{font:600 17px/22px var(--serif);color:var(--text);text-transform:none;letter-spacing:0;margin:0 0 2px}
.sign p{font-size:12px;line-height:18px;color:var(--text-2)}
.signature{margin-top:16px}
.sign .name{font:italic 400 21px/28px var(--serif);color:var(--ink);border-bottom:1px solid var(--ink)}
.signature.open .name{color:var(--text-3);border-bottom:1px dashed var(--edge);font-size:15px;font-style:normal}
.under{display:flex;justify-content:space-between;gap:12px;flex-wrap:wrap}
.sign .under{padding-top:4px;color:var(--text-3);font-size:11px}
.items .under{justify-content:start;gap:5px;color:var(--text-3);font-size:12px}
.digest{margin-top:18px;padding-top:12px;border-top:1px solid var(--line)}
.digest span{display:block;color:var(--text-3);font-size:11px}
.digest code{word-spacing:.1em}
figure{margin-top:28px;background:var(--sunken);border:1px solid var(--line);border-radius:10px;overflow-x:auto;text-align:center}
.graph{display:inline-block;vertical-align:top;font:500 11px/14px var(--sans)}
.graph text{fill:var(--text)}
.node>rect{fill:var(--sheet);stroke:var(--line)}
.node.plain.high>rect{stroke:var(--bad);stroke-width:2}
.node circle{fill:none;stroke:var(--edge)}
.graph .number{text-anchor:middle;font-size:10px}
.graph .small{fill:var(--text-3);font-size:10px;font-weight:400}
.node:is(.ok,.warn,.bad,.run,.ink)>rect{fill:var(--soft);stroke:var(--hue-line)}
.node.failed>rect{stroke:var(--bad);stroke-width:2}
.node:is(.blocked,.skipped,.left_out)>rect{stroke:var(--edge);stroke-dasharray:4 3;fill:var(--sunken)}
.mark{color:var(--hue);flex:none}
.mark :is(.x,.none){opacity:1}
.hole{stroke:var(--sheet)}
.node .mark circle,.node.plain circle{fill:none}
.node .mark circle[fill=currentColor]{fill:currentColor;stroke:none}
.edge{fill:none;stroke:var(--edge);stroke-width:1.3}
.edge:is(.ok,.warn,.bad,.run,.ink){stroke:var(--hue)}
.edge:is(.blocked,.skipped,.left_out){stroke-dasharray:3 3}
.risk.low{color:var(--text-3)}.risk.medium{color:var(--warn)}.risk.high{color:var(--bad)}
.risk .none,.graph .risk .none{color:var(--line);fill:var(--line)}
.graph .risk rect{stroke:none;fill:currentColor}
.steps{background:var(--sheet);border:1px solid var(--line);border-radius:10px}
.step{padding:16px 20px 18px 52px;border-top:1px solid var(--line);position:relative}
.step:first-child{border-top:0}
.step.bad{box-shadow:inset 3px 0 var(--bad)}
.step.bad:first-child{border-top-left-radius:10px}.step.bad:last-child{border-bottom-left-radius:10px}
.step h3{display:flex;gap:4px 12px;align-items:baseline;flex-wrap:wrap;font:600 14px/20px var(--sans)}
.step .number{position:absolute;left:20px;width:22px;text-align:right;color:var(--text-3);font-weight:500}
.step .title{flex:1 1 260px}
.state{min-width:104px;display:inline-flex;gap:5px;align-items:center;align-self:center;font:600 12px/18px var(--sans);color:var(--hue,var(--text-3))}
.kind{display:inline-grid;grid-template-columns:56px 72px;gap:10px;justify-items:start;font:400 11.5px/18px var(--sans);color:var(--text-3)}
.kind .risk{display:inline-flex;gap:5px;align-items:center}
.kind .high{font-weight:700}
.kind i{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.step>.words{margin-top:4px}
.shared dl{display:flex;flex-wrap:wrap;gap:2px 18px;margin-top:8px;font-size:12px;line-height:19px}
.shared dl div{display:flex;gap:6px;min-width:0}
dt{color:var(--text-3);flex:none}
.shared dd{color:var(--text-2);min-width:0;white-space:pre-wrap}
.command{position:relative;margin-top:10px;background:var(--sunken);border:1px solid var(--line);border-radius:6px;padding:8px 12px;display:flex;flex-direction:row-reverse;gap:4px 16px;justify-content:space-between}
.label{flex:none;font-size:11px;line-height:19px;color:var(--text-3)}
.command pre{min-width:0;counter-reset:line}
.command pre code{display:block;unicode-bidi:bidi-override;direction:ltr;white-space:pre-wrap;padding-left:calc(22px + 2ch);text-indent:-2ch;position:relative;counter-increment:line}
.command pre code:before{content:counter(line);position:absolute;left:0;width:1ch;text-indent:0;color:var(--text-3)}
.outcome{margin-top:12px;padding-top:10px;border-top:1px dashed var(--line)}
.spent{font-size:12px;color:var(--text-2)}
.surprises{color:var(--warn);padding-left:16px;list-style:disc}
.output,.diff{white-space:pre-wrap;background:var(--sunken);border:1px solid var(--line);border-radius:6px;padding:8px 12px;margin-top:6px;max-height:420px;overflow:auto}
.output.bad{color:var(--bad);background:var(--bad-soft);border-color:var(--bad-line)}
details{margin-top:8px}
summary{cursor:pointer;font-size:12px;line-height:24px;color:var(--text-2);font-weight:600;width:max-content;max-width:100%}
.shared :focus-visible{outline:2px solid var(--ink);outline-offset:2px;border-radius:4px}
.plus{color:var(--ok);font-weight:600}.minus{color:var(--bad);font-weight:600}
.files{font-size:12px;line-height:19px}
.files span{display:inline-block;width:1.4ch;color:var(--text-3);font-family:var(--mono)}
.diff{padding:0}
.diff span{display:block;padding:0 12px;min-height:19px}
.diff .added{background:var(--ok-soft);color:var(--ok)}
.diff .removed{background:var(--bad-soft);color:var(--bad)}
.diff .file{color:var(--text-3);font-weight:600}
.diff .place{color:var(--run)}
.items>li{padding:8px 0;border-top:1px solid var(--line)}
.items>li:first-child{border-top:0;padding-top:0}
.items h3{font:600 14px/20px var(--sans)}
.options{display:grid;gap:6px;margin-top:6px}
.options li{border:1px solid var(--line);border-radius:6px;padding:6px 10px;background:var(--sheet);color:var(--text-2)}
.options .chosen{border-color:var(--ink);background:var(--ink-soft)}
.options .chosen b{color:var(--ink)}
.comment{margin-top:8px;padding-left:12px;border-left:2px solid var(--line)}
.comment .state{min-width:0;align-self:auto}
mark{background:var(--warn-soft);color:var(--text);border-bottom:1px solid var(--warn-line)}
.dim{color:var(--text-3)}
.facts{font-size:12px;color:var(--text-3)}
.facts:is(.ok,.bad){color:var(--hue);font-weight:600}
.sign .facts{margin-top:12px}
.history ol{margin-top:8px}
.history li{display:grid;grid-template-columns:140px 1fr;gap:12px;padding:5px 10px;border-radius:6px;font-size:12px;line-height:18px}
.history .person{background:var(--ink-soft);color:var(--text)}
.history :is(.ok,.warn,.bad) p{color:var(--hue)}
.history time{color:var(--text-3);font:11px/18px var(--mono)}
.history p span{color:var(--text-2)}
footer{margin-top:36px;padding-top:16px;border-top:1px solid var(--line);font-size:12px;color:var(--text-3);max-width:76ch}
@media(max-width:820px){.shared{padding:20px 16px 32px;font-size:15px;line-height:22px}.shared h1{font-size:24px;line-height:30px}.top{grid-template-columns:minmax(0,1fr);gap:20px}.sign{grid-row:1}
.said{font-size:17px;line-height:25px}.step{padding:14px 14px 16px}.step .number{position:static;width:auto}.step .title{flex-basis:60%;font-size:15px}.step h3{gap:4px 10px}.kind{display:inline-flex}.state{min-width:0}.command{flex-direction:column}.history li{grid-template-columns:1fr;gap:0}
.shared dl,.facts,.spent,.history li{font-size:12.5px}summary{line-height:44px;font-size:13px}}
@media print{:root{color-scheme:light}body{background:none}.shared{max-width:none;padding:0}.sign{box-shadow:none}.step,.signature,.command,figure{break-inside:avoid-page}.output,.diff{max-height:none;overflow:visible}
details::details-content{content-visibility:visible;block-size:auto;display:block}summary{list-style:none}*{print-color-adjust:exact}}
`;
