import { readFileSync } from "node:fs";
import { connect } from "/work/wt/search/db/sqlite/connect";
import { migrate } from "/work/wt/search/db/migrate";
import { sqliteSearch } from "/work/wt/search/db/sqlite/full-text";
import { readSynonyms } from "/work/wt/search/db/search/synonyms";
import { words } from "/work/wt/search/db/fold";
const { SYNONYMS } = await import("/work/wt/search/app/subject/synonyms.ts");
const { QUESTIONS } = await import("/work/wt/search/test/search/questions.ts");
const { categories } = await import("/work/wt/search/app/models/experts/categories.ts");
const c = connect(":memory:"); const db = c.db; await migrate(db);
const people = JSON.parse(readFileSync("/work/wt/search/db/starter/experts.json","utf8"));
const ids: number[] = [];
let f=0;
for (const [i,p] of people.entries()) {
  const rowId=i+1; ids.push(rowId);
  const featured = p.featured? ++f : null;
  c.sqlite.prepare(`insert into experts (rowId,id,slug,name,sortName,title,categories,longevityContribution,biography,books,scienceHighlights,origin,createdAt,updatedAt,imageUrl,featuredPosition) values (?,?,?,?,?,?,?,?,?,?,?,'','','','',?)`)
   .run(rowId,String(i),p.slug,p.name,words(p.name).join(" "),p.title,JSON.stringify(p.categories),p.longevityContribution,p.biography,JSON.stringify(p.books),JSON.stringify(p.scienceHighlights),featured);
  for (const cat of ["*",...p.categories]) c.sqlite.prepare("insert into listing (category,rank,sortName,expertRowId) values (?,?,?,?)").run(cat,featured??1000000000,words(p.name).join(" "),rowId);
}
const { searchTextsOf } = await import("/work/wt/search/db/search/expert-texts");
const label = (k:string)=>categories.find((x:any)=>x.key===k)?.label??k;
await sqliteSearch.indexExperts(db, await searchTextsOf(db, ids, label));
const synonyms = readSynonyms(SYNONYMS);
const only = process.argv.slice(2);
let ndcg=0,n=0,none=0,first=0,un=0,good=0;
for (const [asked,right] of (only.length? only.map(o=>[o,"?"]) : QUESTIONS) as [string,string][]) {
  const r = await sqliteSearch.searchExperts(db,{text:asked,synonyms,near:true,offset:0,limit:10});
  const slugs = r.rowIds.map(id=>people[id-1].slug);
  const note = `${r.corrected?` corrected=${r.corrected}`:""}${r.leftOut.length?` leftOut=${r.leftOut}`:""}${r.nearby.length?` nearby=${r.nearby}`:""}`;
  if (!right) { un++; const ok = r.total===0||r.leftOut.length>0; if(ok) good++; console.log(ok?"ok  ":"BAD ",asked,"→",r.total,slugs.slice(0,4).join(" "),note); continue; }
  if (right==="?") { console.log(asked,"→",r.total,slugs.join(" "),note); continue; }
  n++; const want=right.split(" ");
  const gain = slugs.reduce((s,x,i)=>s+(want.includes(x)?1/Math.log2(i+2):0),0);
  const ideal = want.slice(0,10).reduce((s,_,i)=>s+1/Math.log2(i+2),0);
  ndcg+=gain/ideal; if(r.total===0) none++; const hit=slugs.slice(0,5).some(x=>want.includes(x)); if(hit) first++;
  if (gain/ideal<0.9||note) console.log(hit?"    ":"MISS",(gain/ideal).toFixed(2),asked,"→",r.total,slugs.slice(0,6).join(" "),note);
}
if (!only.length) console.log({ndcg:ndcg/n,none:none/n,first5:first/n,unansw:good/un,n,un});
