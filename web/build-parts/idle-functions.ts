import type { Plugin } from 'vite'

const reactDom = 'react-dom/cjs/react-dom-client.production.js'
const router = 'react-router/dist/production/lib/'

/** What of React the functions below are for. Whoever imports one of these has to give its functions back first. */
const without = /\b(?:ViewTransition|SuspenseList|Activity|useActionState|useFormStatus|requestFormReset)\b/
const importsOfReact = /import\s*\{([^}]*)\}\s*from\s*["']react(?:-dom)?["']|\bReact\$?\d*\.(\w+)/g

/**
 * Functions of libraries that nothing on this site sets going, since it does not use what they are for. A bundler cannot
 * tell: they stand in one file with what is used.
 */
const idle: Readonly<Record<string, readonly string[]>> = {
  [reactDom]: [
    // View transitions.
    'applyViewTransitionName',
    'applyViewTransitionToHostInstances',
    'applyViewTransitionToHostInstancesRecursive',
    'commitAfterMutationEffectsOnFiber',
    'commitAppearingPairViewTransitions',
    'commitDeletedPairViewTransitions',
    'commitEnterViewTransitions',
    'commitExitViewTransitions',
    'commitNestedViewTransitions',
    'createMeasurement',
    'createViewTransitionInstance',
    'getViewTransitionClassName',
    'getViewTransitionName',
    'measureNestedViewTransitions',
    'measureViewTransitionHostInstancesRecursive',
    'pushViewTransitionCancelableScope',
    'recursivelyTraverseAfterMutationEffects',
    'reportViewTransitionError',
    'restoreEnterOrExitViewTransitions',
    'restoreNestedViewTransitions',
    'restorePairedViewTransitions',
    'restoreViewTransitionName',
    'restoreViewTransitionOnHostInstances',
    'scheduleViewTransitionEvent',
    'startViewTransition',
    'trackEnterViewTransitions',
    'ViewTransitionPseudoElement',
    // References to fragments.
    'FragmentInstance',
    'blurActiveElementWithinFragment',
    'addFragmentHandleToFiber',
    'addFragmentHandleToInstance',
    'commitFragmentInstanceDeletionEffects',
    'commitFragmentInstanceInsertionEffects',
    'commitNewChildToFragmentInstance',
    'commitNewChildToFragmentInstances',
    'deleteChildFromFragmentInstance',
    'validateDocumentPositionWithFiberTree',
    'getFragmentInstanceOrTextInstanceSiblings',
    'findFragmentInstanceOrTextInstanceSiblings',
    'getFragmentParentInstanceOrContainerFiber',
    'getParentForFragmentAncestors',
    // Activity, lists of suspended parts.
    'mountActivityChildren',
    'updateActivityComponent',
    'retryActivityComponentWithoutHydrating',
    'commitActivityHydrationCallbacks',
    'updateSuspenseListComponent',
    'initSuspenseListRenderState',
    'cutOffTailIfNeeded',
    'findFirstSuspended',
    'findLastContentRow',
    // State of forms.
    'mountActionState',
    'updateActionStateImpl',
    'rerenderActionState',
    'dispatchActionState',
    'runActionStateAction',
    // Elements that pages define.
    'setPropOnCustomElement',
    // Style sheets and scripts that components bring.
    'acquireResource',
    'adoptPreloadPropsForScript',
    'adoptPreloadPropsForStylesheet',
    'estimateBandwidth',
    'insertStylesheet',
    'insertStylesheetIntoRoot',
    'insertSuspendedStylesheets',
    'isLikelyStaticResource',
    'preconnect',
    'preconnectAs',
    'prefetchDNS',
    'preinitModuleScript',
    'preinitScript',
    'preinitStyle',
    'preload',
    'preloadModule',
    'preloadStylesheet',
    'suspendResource',
    // Names of components for developers.
    'getComponentNameFromType',
    'getStackByFiberInDevAndProd',
    'defaultOnDefaultTransitionIndicator',
    'attemptExplicitHydrationTarget',
    'useMemoCache',
    'extractEvents$1',
    'requestFormReset$1',
    'recursivelyResetForms',
    'startHostTransition',
    'ensureFormComponentIsStateful',
  ],
  [`${router}router/router.js`]: [
    'handleAction',
    'handleFetcherAction',
    'handleFetcherLoader',
    'fetch',
    'updateBlocker',
    'convertFormDataToSearchParams',
    'convertSearchParamsToFormData',
    'persistAppliedTransitions',
    'restoreAppliedTransitions',
    'getSubmittingFetcher',
  ],
  [`${router}hooks.js`]: ['DefaultErrorComponent', 'RSCErrorHandler'],
  [`${router}dom/lib.js`]: ['deserializeErrors', 'useViewTransitionState'],
}

/**
 * Empties them. For browsers only. The build fails when a library no longer has one of them, and when something comes to
 * use what they are for, so that somebody looks.
 */
export function idleFunctions(): Plugin {
  return {
    name: 'idle-functions',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const file = Object.keys(idle).find((name) => id.endsWith(name))
      const names = idle[file ?? '']
      if (!names) {
        for (const [whole, imported = '', member = ''] of code.matchAll(importsOfReact))
          if (without.test(imported) || without.test(member))
            this.error(`${id} uses what idle-functions.ts leaves out: ${whole}`)
        return null
      }
      const left = new Set(names)
      const cuts: Cut[] = []
      visit(this.parse(code).body, (node) => {
        const cut = cutOf(node, names)
        if (!cut) return
        left.delete(cut.name)
        cuts.push(cut)
      })
      if (left.size > 0) this.error(`Not found in ${file}: ${[...left].join(', ')}. See idle-functions.ts.`)
      return { code: withoutParts(code, cuts), map: null }
    },
  }
}

interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

interface Cut {
  name: string
  start: number
  end: number
  instead: string
}

/** The body of a function, and what is added to its prototype. */
function cutOf(node: SyntaxNode, names: readonly string[]): Cut | undefined {
  if (node.type === 'FunctionDeclaration') {
    const { name } = node['id'] as unknown as { name: string }
    const { start, end } = node['body'] as SyntaxNode
    return names.includes(name) ? { name, start, end, instead: '{}' } : undefined
  }
  const owner = prototypeOwner(node)
  return owner && names.includes(owner)
    ? { name: owner, start: node.start, end: node.end, instead: '' }
    : undefined
}

interface Member extends SyntaxNode {
  object: Member
  property: { name?: string }
  name?: string
}

/** `Name` of `Name.prototype.method = …` as a statement. */
function prototypeOwner(node: SyntaxNode): string | undefined {
  if (node.type !== 'ExpressionStatement') return undefined
  const { left } = node['expression'] as { left?: Member }
  if (left?.type !== 'MemberExpression' || left.object.type !== 'MemberExpression') return undefined
  return left.object.property.name === 'prototype' ? left.object.object.name : undefined
}

function visit(value: unknown, look: (node: SyntaxNode) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) visit(one, look)
    return
  }
  if ('type' in value) look(value as SyntaxNode)
  for (const part of Object.values(value)) visit(part, look)
}

function withoutParts(code: string, cuts: readonly Cut[]): string {
  let shorter = ''
  let from = 0
  for (const { start, end, instead } of cuts.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue
    shorter += code.slice(from, start) + instead
    from = end
  }
  return shorter + code.slice(from)
}
