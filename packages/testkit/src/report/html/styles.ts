/** The style sheet of the HTML report. */
export const styles = `
:root{color-scheme:light dark;--paper:#fdfdfc;--card:#fff;--ink:#1d2126;--soft:#5c6470;--line:#e2e4e8;--sunk:#f4f5f7;
--good:#12703c;--good-bg:#e3f4e9;--bad:#b3202c;--bad-bg:#fdeaea;--warn:#8a5a00;--warn-bg:#fdf1d7;--mute:#6b7280;--mute-bg:#eef0f3;--link:#1f5fbf;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
@media (prefers-color-scheme:dark){:root{--paper:#14171b;--card:#1b1f25;--ink:#e6e8eb;--soft:#a0a8b4;--line:#30363e;--sunk:#11141a;
--good:#5fd08f;--good-bg:#173526;--bad:#ff8d8d;--bad-bg:#43191e;--warn:#edbb5c;--warn-bg:#3a2d10;--mute:#98a1ad;--mute-bg:#262c34;--link:#83b3ff}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:70rem;margin:0 auto;padding:2.5rem 1.5rem 5rem}
code,pre{font-family:var(--mono);font-size:.86em}
a{color:var(--link);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
h1,h2,h3,h4,h5,p,dl,dd,ol,ul,figure{margin:0;padding:0}
h1{font-size:2rem;line-height:1.2;letter-spacing:-.015em;overflow-wrap:anywhere}
h2{font-size:1.4rem;line-height:1.25;overflow-wrap:anywhere}
h3{font-size:1.05rem;margin:2.2rem 0 .8rem}
h4{font-size:1rem;overflow-wrap:anywhere}
h5{font-size:.75rem;color:var(--soft);text-transform:uppercase;letter-spacing:.06em;margin:1.1rem 0 .35rem}
.kicker{color:var(--soft);font-size:.85rem;margin-bottom:.3rem}
.quiet{color:var(--soft);font-size:.875rem}
.page{display:flex;flex-wrap:wrap;gap:.6rem 2rem;align-items:end;justify-content:space-between}
.page .kicker{flex-basis:100%;margin:0 0 -.4rem}
.tiles{display:flex;gap:1.6rem}
.tile dd{font-size:1.7rem;font-weight:650;line-height:1.1;font-variant-numeric:tabular-nums}
.tile dt{font-size:.8rem;color:var(--soft)}
.tile{display:flex;flex-direction:column}
.tile.good dd{color:var(--good)}.tile.bad dd{color:var(--bad)}.tile.mute dd,.tile.zero dd{color:var(--mute)}
.subjects{list-style:none;margin-top:1.6rem;border:1px solid var(--line);border-radius:10px;background:var(--card);overflow:hidden}
.subjects li{display:grid;grid-template-columns:minmax(9rem,1.3fr) 9rem minmax(6rem,1fr) 15rem;gap:.3rem 1.2rem;align-items:center;padding:.55rem 1rem}
.subjects li+li{border-top:1px solid var(--line)}
.subjects a{font-weight:550;overflow-wrap:anywhere}
.subjects .bar{margin:0}
.subjects .quiet{font-variant-numeric:tabular-nums}
section{margin-top:3rem;padding-top:2rem;border-top:1px solid var(--line)}
.subject{display:flex;flex-wrap:wrap;gap:.4rem .9rem;align-items:center}
.verdict{font-size:.8rem;font-weight:600;padding:.12rem .6rem;border-radius:99px;justify-self:start;white-space:nowrap}
.verdict.good{color:var(--good);background:var(--good-bg)}.verdict.bad{color:var(--bad);background:var(--bad-bg)}
.facts{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;color:var(--soft);font-size:.9rem;margin:.5rem 0 0}
.chip{display:inline-block;border:1px solid var(--line);border-radius:6px;padding:0 .45rem;margin:.1rem 0;background:var(--card);color:var(--ink)}
.note{border-left:3px solid var(--warn);background:var(--warn-bg);border-radius:0 6px 6px 0;padding:.4rem .8rem;margin:.8rem 0;font-size:.9rem}
.bar{display:flex;gap:2px;height:8px;border-radius:99px;overflow:hidden;margin:1rem 0 .35rem}
.bar span{min-width:3px}.bar .good{background:var(--good)}.bar .bad{background:var(--bad)}.bar .warn{background:var(--warn)}.bar .mute{background:var(--line)}
.badge{display:inline-flex;align-items:center;gap:.35rem;font-size:.8rem;font-weight:600;border-radius:6px;padding:.1rem .5rem;white-space:nowrap}
.badge i{font-style:normal}
.badge.good{color:var(--good);background:var(--good-bg)}.badge.bad{color:var(--bad);background:var(--bad-bg)}
.badge.warn{color:var(--warn);background:var(--warn-bg)}.badge.mute{color:var(--mute);background:var(--mute-bg)}
.card{border:1px solid var(--line);border-top:3px solid var(--bad);border-radius:10px;background:var(--card);padding:1.1rem 1.25rem 1.25rem;margin-bottom:1.4rem}
.card>header{display:flex;justify-content:space-between;gap:1rem;align-items:start}
.statement{margin:.25rem 0 0;max-width:60rem}
.chain{margin:1.1rem 0}
.chain figcaption{font-size:.85rem;color:var(--soft);margin-bottom:.5rem}
.chain ol{list-style:none;display:flex;flex-wrap:wrap;gap:.9rem 0;align-items:stretch}
.chain li{display:flex;align-items:center;min-width:0;max-width:100%}
.chain li+li::before{content:"";flex:none;width:1.5rem;height:10px;margin:0 .35rem;background:var(--soft);
clip-path:polygon(0 4.2px,calc(100% - 8px) 4.2px,calc(100% - 8px) 0,100% 50%,calc(100% - 8px) 100%,calc(100% - 8px) 5.8px,0 5.8px)}
.entry span{color:var(--soft);font-size:.85rem;font-style:italic}
.box{display:flex;flex-direction:column;justify-content:center;min-width:7rem;height:100%;border:1.5px dashed var(--line);border-radius:8px;padding:.5rem .8rem;background:var(--sunk);overflow-wrap:anywhere}
.box small{font-size:.72rem;color:var(--soft);line-height:1.3}
.box b{font-weight:600;line-height:1.3}
.chain .kit b{font-weight:500;color:var(--soft)}
.chain .subject .box{border-style:solid;border-color:var(--soft);background:var(--card)}
.chain .guilty .box{border:2px solid var(--bad);background:var(--bad-bg)}
.chain .guilty small{color:var(--bad);font-weight:650}
.box code{align-self:flex-start;margin-top:.3rem;background:var(--bad);color:var(--card);border-radius:5px;padding:.05rem .45rem}
.versus{display:grid;grid-template-columns:1fr 1fr;gap:.8rem}
.versus>div{background:var(--good-bg);border-radius:8px;padding:.55rem .85rem;min-width:0}
.versus .but{background:var(--bad-bg)}
.versus small{font-size:.75rem;font-weight:650;color:var(--good)}.versus .but small{color:var(--bad)}
.versus p,.blame,.statement,.why dd,td em{overflow-wrap:anywhere}
.blame{margin-top:.8rem;font-weight:550}
.why{margin-top:.8rem;display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;font-size:.92rem}
.why dt{color:var(--soft)}
pre{margin:0;background:var(--sunk);border:1px solid var(--line);border-radius:8px;padding:.65rem .85rem;overflow-x:auto;line-height:1.5;tab-size:2}pre code{font-size:inherit}pre{font-size:.82rem}
.token{white-space:pre-wrap;overflow-wrap:anywhere}
details{margin-top:1rem}details.all>summary{font-size:1.05rem;font-weight:650;color:var(--ink);margin-top:2.2rem}summary{cursor:pointer;color:var(--soft);font-size:.9rem}details pre{margin-top:.5rem;max-height:24rem}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:10px;background:var(--card)}
table{border-collapse:collapse;width:100%}
.matrix th,.matrix td{padding:.14rem .3rem;text-align:center}
.matrix thead th{vertical-align:bottom;font-weight:500;padding:.7rem .3rem .5rem;border-bottom:1px solid var(--line);background:var(--card)}
.matrix thead th+th span{writing-mode:vertical-rl;transform:rotate(180deg);font:500 .8rem var(--mono);white-space:nowrap}
.matrix thead i{color:var(--link);font-style:normal}
.matrix tbody tr:nth-child(even){background:color-mix(in srgb,var(--sunk) 60%,transparent)}
.matrix th:first-child{position:sticky;left:0;background:var(--card);text-align:left;padding-left:.9rem;white-space:nowrap;font-weight:500;border-right:1px solid var(--line)}
.matrix tbody tr:last-child>*{padding-bottom:.5rem}.matrix tbody tr:first-child>*{padding-top:.5rem}
.cell{display:inline-grid;place-items:center;width:1.55rem;height:1.3rem;border-radius:5px;font-size:.8rem;font-weight:700;line-height:1}
.cell.good{color:var(--good);background:var(--good-bg)}.cell.warn{color:var(--warn);background:var(--warn-bg)}.cell.mute{color:var(--mute)}
.cell.bad{color:var(--card);background:var(--bad)}.cell.bad.elsewhere{color:var(--bad);background:var(--bad-bg)}
.legend{display:flex;flex-wrap:wrap;gap:.35rem 1.1rem;font-size:.82rem;color:var(--soft);margin-top:.6rem}
.legend .cell{font-style:normal;margin-right:.2rem}
.laws{font-size:.94rem;line-height:1.45}.laws th,.laws td{text-align:left;vertical-align:top;padding:.5rem .75rem;border-bottom:1px solid var(--line)}
.laws thead th{font-size:.8rem;color:var(--soft);font-weight:550}
.laws tbody th{white-space:nowrap;font-weight:600}
.law .slug{display:block;font-size:.82rem;color:var(--soft)}
.law em{display:block;font-style:normal;font-size:.875rem;color:var(--soft);margin-top:.15rem}
.laws .not-applicable .law{color:var(--soft)}
.level{color:var(--soft);font-size:.9rem}
.coverage{font-variant-numeric:tabular-nums;font-size:.9rem;min-width:11rem}.coverage b{font-weight:600}.coverage .quiet{display:block}
@media (max-width:46rem){
main{padding:1.4rem 1rem 3rem}h1{font-size:1.55rem}
.subjects li{grid-template-columns:1fr auto}.subjects .bar,.subjects .quiet{grid-column:1/-1}
.versus,.why{grid-template-columns:1fr}.why dd{margin-bottom:.4rem}
.card{padding:.9rem}
.chain ol{flex-direction:column;gap:0;align-items:stretch}
.chain li{flex-direction:column;align-items:stretch}
.chain li+li::before{width:10px;height:1.4rem;margin:.2rem 0 .2rem 1.1rem;
clip-path:polygon(4.2px 0,4.2px calc(100% - 8px),0 calc(100% - 8px),50% 100%,100% calc(100% - 8px),5.8px calc(100% - 8px),5.8px 0)}
.entry span{margin-left:.6rem}
.laws,.laws tbody,.laws tr,.laws th,.laws td{display:block}.laws thead{display:none}
.laws tr{display:grid;grid-template-columns:auto auto 1fr;gap:.2rem .7rem;align-items:baseline;padding:.8rem 0;border-bottom:1px solid var(--line)}
.laws th,.laws td{padding:0;border:0}
.coverage .quiet{display:inline}.laws .law{grid-column:1/-1;grid-row:2}.laws td:nth-child(4){justify-self:end}.laws .coverage{grid-column:1/-1}
}
@media print{main{max-width:none;padding:0}.card,tr{break-inside:avoid}.scroll{overflow:visible}}
`;
