interface Parts {
  /** The script that hydrates the page. */
  entry: string
  /** All imports of this page. */
  imports: string[]
  /** Text files that the page reads. */
  texts: string[]
  /** Whether the page has content to read before hydration. */
  isReadable: boolean
}

const maxWaitMs = 10_000

/**
 * Loads the scripts of a page after its first paint, because they would compete with the content for network
 * and processor. Background pages never paint, and pages without content need not wait.
 */
export function startScript({ entry, imports, texts, isReadable }: Parts): string {
  const begin = `const add=(tag,of)=>document.head.append(Object.assign(document.createElement(tag),of));let begun;const begin=()=>{if(begun)return;begun=true;for(const href of ${JSON.stringify(imports)})add('link',{rel:'modulepreload',href});for(const href of ${JSON.stringify(texts)})add('link',{rel:'preload',as:'fetch',crossOrigin:'',href});add('script',{type:'module',src:'${entry}'})};`
  const afterPaint = `if(document.hidden)begin();else{setTimeout(begin,${maxWaitMs});new PerformanceObserver((list)=>list.getEntriesByName('first-contentful-paint').length&&begin()).observe({type:'paint',buffered:true})}`
  return `{${begin}${isReadable ? afterPaint : 'begin()'}}`
}
