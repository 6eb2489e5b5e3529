import { connect } from "/work/wt/search/db/sqlite/connect";
import { migrate } from "/work/wt/search/db/migrate";
import { sqliteSearch } from "/work/wt/search/db/sqlite/full-text";
import { readSynonyms } from "/work/wt/search/db/search/synonyms";
import { words } from "/work/wt/search/db/fold";
import { rmSync, existsSync } from "node:fs";
const { person } = await import("/work/wt/search/scripts/seed-people.ts");
const { SYNONYMS } = await import("/work/wt/search/app/subject/synonyms.ts");
const { categories } = await import("/work/wt/search/app/models/experts/categories.ts");
const { searchTextsOf } = await import("/work/wt/search/db/search/expert-texts");
const N = Number(process.argv[2]); const file=`/tmp/perf-${N}.db`;
const fresh = !existsSync(file);
const c = connect(file); const db=c.db; await migrate(db);
const label=(k:string)=>categories.find((x:any)=>x.key===k)?.label??k;
if (fresh) { const t=performance.now();
 for (let a=0;a<N;a+=1000) { await db.transaction().execute(async (tx:any)=>{ const ids:number[]=[];
  for (let i=a;i<a+1000;i++){ const p:any=person(i); const id=i+1; ids.push(id); const sn=words(p.name).join(" ");
   c.sqlite.prepare(`insert into experts (rowId,id,slug,name,sortName,title,categories,longevityContribution,biography,books,scienceHighlights,origin,createdAt,updatedAt,imageUrl) values (?,?,?,?,?,?,?,?,?,?,?,'','','','')`).run(id,String(i),p.slug,p.name,sn,p.title,JSON.stringify(p.categories),p.longevityContribution,p.biography,JSON.stringify(p.books),JSON.stringify(p.scienceHighlights));
   for (const cat of ["*",...p.categories]) c.sqlite.prepare("insert into listing (category,rank,sortName,expertRowId) values (?,?,?,?)").run(cat,1000000000,sn,id); }
  await sqliteSearch.indexExperts(tx, await searchTextsOf(tx, ids, label)); }); if (a%10000===0) console.log(a,(performance.now()-t)/1000|0); } }
const synonyms=readSynonyms(SYNONYMS);
const { QUESTIONS } = await import("/work/wt/search/test/search/questions.ts");
const W="the of professor university research ageing longevity biology sleep rapamycin mice laboratory xyzzy 1985".split(" ");
const texts=[..."abcdefghijklmnopqrstuvwxyz",...QUESTIONS.map((q:any)=>q[0]),...W,...W.flatMap(w=>W.slice(3,8).map(v=>w+" "+v)),...Array.from({length:60},(_,i)=>person(i*97%N).name),...Array.from({length:60},(_,i)=>{const n=person(i*131%N).name; return n.slice(0,n.length>>1)+n.slice((n.length>>1)+1)}),"who works on the biology of sleep in older adults","the the the the the","a b c d e f g h i j k l","sleep studies who their all open limits results anyone used now xyzzy","longevity ".repeat(100)];
for (const pass of [0,1]) { const ts:[number,string,any][]=[]; for (const t of texts){ const s=performance.now(); const r=await sqliteSearch.searchExperts(db,{text:t,synonyms,near:true,offset:0,limit:24}); ts.push([performance.now()-s,t.slice(0,60),r.total+" "+r.leftOut+" "+r.corrected]); }
 ts.sort((a,b)=>b[0]-a[0]); console.log(pass,"median",ts[ts.length>>1]![0].toFixed(1),"p99",ts[Math.floor(ts.length*0.01)]![0].toFixed(1),"max",ts[0]![0].toFixed(1)); if(pass) for (const x of ts.slice(0,14)) console.log(x[0].toFixed(1),x[1],x[2]); }
