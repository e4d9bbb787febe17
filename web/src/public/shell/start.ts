interface Parts {
  /** The script that takes the page over. */
  entry: string
  /** Everything that it imports for this page. */
  imports: string[]
  /** Text files that it reads. */
  texts: string[]
  /** Whether there is anything to read before the scripts run. */
  isReadable: boolean
}

const longestWaitMs = 10_000

/**
 * Loads the scripts of a page once it has been painted: before that they would take the line, and the processor, from what
 * people came to read. A page in the background is not painted, and one with nothing to read need not be.
 */
export function startScript({ entry, imports, texts, isReadable }: Parts): string {
  const begin = `const add=(tag,of)=>document.head.append(Object.assign(document.createElement(tag),of));let begun;const begin=()=>{if(begun)return;begun=true;for(const href of ${JSON.stringify(imports)})add('link',{rel:'modulepreload',href});for(const href of ${JSON.stringify(texts)})add('link',{rel:'preload',as:'fetch',crossOrigin:'',href});add('script',{type:'module',src:'${entry}'})};`
  const afterPaint = `if(document.hidden)begin();else{setTimeout(begin,${longestWaitMs});new PerformanceObserver((list)=>list.getEntriesByName('first-contentful-paint').length&&begin()).observe({type:'paint',buffered:true})}`
  return `{${begin}${isReadable ? afterPaint : 'begin()'}}`
}
