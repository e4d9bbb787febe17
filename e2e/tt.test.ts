const t0 = process.cpuUsage(); const w0=performance.now()
const lap=(n:string)=>{const c=process.cpuUsage(t0);console.log(n,((c.user+c.system)/1e6).toFixed(2),'cpu',((performance.now()-w0)/1000).toFixed(2))}
const c00=process.cpuUsage(); console.log('boot',(c00.user+c00.system)/1e6)
const { Product } = await import('./product.ts')
lap('import')
const { World } = await import('../server/test/world.ts')
const p = await Product.open(); lap('open1')
const v = await p.visit(); await v.page.goto('/'); lap('goto1')
await p.endVisits(); 
await p.close(); lap('close1')
const p2 = await Product.open(); lap('open2')
const v2 = await p2.visit(); await v2.page.goto('/'); lap('goto2')
await v2.page.goto('/'); lap('goto2b')
await p2.close(); lap('close2')
