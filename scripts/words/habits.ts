import type { Kind, Sentence } from './read.ts'

interface Habit {
  name: string
  instead: string
  kinds?: readonly Kind[]
  find: RegExp | ((sentence: Sentence) => boolean)
}

export interface Hit extends Sentence {
  habit: string
  instead: string
}

const maxWords = 40
const subject = /\b(?:it|they|he|she|we|you|this|these|those|that|there|one|both|each|all|none|nothing) \w+/i
const finiteVerb =
  /\b(?:is|are|was|were|has|have|had|do|does|did|can|could|may|might|must|should|will|would|cannot|\w+n’t|\w+n't)\b|\b(?!(?:this|its|his|hers|ours|theirs|less|unless|always|across|perhaps|besides|towards|as|us|plus|minus|thus)\b)\w+[^s\W]s (?:the|a|an|it|its|them|their|no|one|only|all|each|every|to|that|this|how|whether|`)|\b\w+s (?:apply|call|come|count|end|fail|find|get|give|hold|install|keep|look|make|need|pass|read|return|run|see|send|share|show|start|stay|store|take|use|wait|work)\b/

/** Habits that give away translated English, from the writing guide. Each one has an example in the tests. */
export const habits: readonly Habit[] = [
  {
    name: 'bare what or who',
    instead: 'name the thing: "The versions that …", "Callers that …"',
    find: ({ kind, text }) =>
      kind !== 'heading' &&
      !/\?["”)]*$/.test(text) &&
      (kind === 'screen'
        ? /^(?:What(?:ever)?|Who(?:ever|m|se)?)\b(?!['’]s).*\.$/.test(text)
        : /(?:^|[;:] )(?:what(?:ever)?|who(?:ever|m|se)?)\b(?!['’]s)/i.test(text)),
  },
  {
    name: 'what or who after a conjunction',
    instead: 'name the thing after the conjunction',
    find: /\b(?:that|when|where|while|since|because|until|although|though|unless|so that|, but|but) (?:what|who)\b(?! it takes)/i,
  },
  {
    name: 'who without a noun before it',
    instead: 'the user who …, callers that …',
    find: /\b(?:to|from|by|with|than|as|for|at|only|all|not|before|after) who\b|\bwho(?:so|m)?ever\b|\bas to whom\b/i,
  },
  {
    name: 'fragment that starts with a preposition',
    instead: 'a sentence with a subject and a verb',
    kinds: ['comment', 'test name'],
    find: ({ text }) =>
      /^(?:Of(?! course)|Besides|Beside|Behind|For(?! example)|As(?! (?:long|soon|far|of|if)\b)|By|From|Without|Only (?:for|of|by|from))\b/i.test(
        text,
      ) && !hasMainClause(text),
  },
  {
    name: 'fragment that starts with an adjective',
    instead: 'Omitted when …, Returns undefined when …',
    find: ({ kind, text }) =>
      /^Absent\b/.test(text) ||
      (kind === 'comment' && /^(?:Undefined|Null|Empty|Also|Only) (?:where|for|of|asked|made)\b/.test(text)),
  },
  {
    name: 'pronoun ending in -body',
    instead: 'name the actor, or use the passive: "is not public yet"',
    find: /\b(?:no|some|every|any)body(?:['’]s)?\b/i,
  },
  {
    name: 'so many, so long',
    instead: 'this many, for this long, at most N',
    find: /\bso (?:many|long)\b(?!(?: \w+){0,4} that\b)/i,
  },
  {
    name: 'old-fashioned word',
    instead: 'again, forever, fix, nothing, expensive, available, also, so that',
    find: /\b(?:anew|afresh|for ever|mend(?:s|ed|ing)?|nought|naught|dear(?:er|est|ly)?|at hand|besides|thereby|therein|thereof|therefrom|whereof|whence|hitherto|whilst|amongst|lest|albeit|forthwith|in so far)\b|, save (?:for|those|that|the|where|when|by|in)\b/i,
  },
  {
    name: 'all-purpose verb',
    instead: 'publish, remove, restore, continue, inspect',
    find: /\b(?:bring|brings|bringing|brought) (?:(?:it|them|its|their|a|an|the|new|\w+s?) ){0,3}(?:out|back)\b|\b(?:take|takes|taken|taking|took) (?:(?:it|them|(?:the|a|its) \w+) )?(?:down from|away|back)\b|\b(?:go|goes|going|went|gone) on\b(?! (?:the|a|an|top|sale|foot)\b)|\b(?:is|are|was|were|be|been) (?:\w+ )?looked at\b/i,
  },
  {
    name: 'things that stand or lie somewhere',
    instead: 'is in, comes before, is stored in',
    find: /\b(?:stand|stands|stood|lie|lies|lay|lying) (?:in(?! for\b)|at|beside|there|ready|before|after|above|below|outside|inside|behind|further|written)\b/i,
  },
  {
    name: 'is to, shall',
    instead: 'must, should, will, or the plain present',
    find: /\bshall\b|(?<!\b(?:goal|aim|idea|point|purpose|task|job|way|trick|plan|option|answer|remedy|fix|rule|intent|intention|default|alternative|choice|step|thing|best|advice|approach|solution)s? (?:here |there )?|\bit )\b(?:is|are|was|were) to (?!blame|date|the\b|a\b|an\b|each\b|every\b|its\b|their\b|this\b|one\b)[a-z]+\b/i,
  },
  {
    name: 'of which, by which',
    instead: 'split the sentence, or use "whose" or "that … by"',
    find: /\b(?:of|by|with) which\b|\b(?:of|by|with) whom\b/i,
  },
  {
    name: 'personified program',
    instead: 'gets, receives, is notified of',
    find: /\b(?:is|are|was|were|be|been|being|get|gets|not) (?:\w+ly |also |only |then |never )?told\b(?! apart)|\b(?:hear|hears|heard|hearing)\b/i,
  },
  {
    name: 'says of, knows of',
    instead: 'says about, knows about, or the passive',
    find: /\b(?:said|says|say|know|knows|known|tells|tell) of\b/i,
  },
  {
    name: 'is no, is none',
    instead: 'is not a …',
    find: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|less|better|worse|different|\w+er\b)[a-z]+|\b(?:that|which|who|it|they) (?:is|are) none\b/i,
  },
  {
    name: 'docstring that starts with Gives, Tells, Says',
    instead: 'Returns …, Whether …',
    kinds: ['comment'],
    find: /^(?:Gives|Tells|Says|All that|That what|That which)\b/,
  },
  {
    name: 'answer for response',
    instead: 'response',
    kinds: ['comment', 'note', 'test name', 'prose', 'message'],
    find: /\b(?:an|the|each|every|cached|kept|whole|same|empty|later|former|anonymous|public) answers?\b/i,
  },
  {
    name: 'small letters',
    instead: 'lowercase, uppercase',
    find: /\b(?:small|large|big|capital) letters?\b/i,
  },
  {
    name: 'two ideas joined by "and so"',
    instead: 'two sentences',
    find: /, and so\b(?! (?:on|do|does|is|are|can|will)\b)/i,
  },
  {
    name: 'test name that starts inside a sentence',
    instead: 'it: a present-tense verb; describe: a noun',
    kinds: ['test name'],
    find: /^(?:that|who|whoever|whose|what|whatever|whenever|while|when|where|after|before|with|until|if|and|or|but|in|on|at|to)\b/i,
  },
  {
    name: 'British spelling',
    instead: 'American spelling',
    find: /\b(?:behaviou?rs?(?<=behaviours?)|colou?r(?:s|ed|ing|ful)?(?<=colour\w*)|favou?r(?:s|ed|ite|ites|able)?(?<=favour\w*)|honour\w*|neighbour\w*|flavour\w*|labour\w*|licences?|centres?|centred|defences?|offences?|grey|judgement|artefacts?|fulfils?|label(?:led|ling)|travel(?:led|ling)|model(?:led|ling)|signal(?:led|ling)|learnt|spelt|ageing|programme|analys(?:e|es|ed|ing)(?<!\banalyses)|practis(?:e|es|ed|ing)|(?:un|re|de)?(?:organ|recogn|normal|serial|initial|synchron|summar|author|custom|minim|maxim|optim|categor|general|special|local|capital|emphas|real|util|visual|final|prior|sanit|token|central|stabil|material|parallel|random|paral|standard|character|memor|apolog|critic)is(?:e|es|ed|ing|ation|ations))\b/i,
  },
  {
    name: 'over-long sentence',
    instead: `at most ${maxWords} words`,
    find: ({ text }) => text.split(/\s+/).filter((word) => /\w/.test(word)).length > maxWords,
  },
]

export function hitsIn(sentences: Sentence[]): Hit[] {
  return sentences.flatMap((sentence) =>
    habits
      .filter(({ kinds }) => !kinds || kinds.includes(sentence.kind))
      .filter(({ find }) => (find instanceof RegExp ? find.test(sentence.text) : find(sentence)))
      .map(({ name, instead }) => ({ ...sentence, habit: name, instead })),
  )
}

/** A rough test: after the opening phrase, a pronoun or a verb outside a relative clause is a main clause. */
function hasMainClause(text: string): boolean {
  const clauses = text.split(/[,:;] /)
  const [opening = '', ...rest] = clauses
  if (rest.some((clause) => isClause(clause))) return true
  return /^(?:For|As|By|From|Without)\b/i.test(opening) && /\b(?:it|they|we|you|there) \w+/.test(opening)
    ? !/^As\b/i.test(opening)
    : false
}

function isClause(clause: string): boolean {
  if (/^(?:that|which|who|whose|where|when|as|of|and of|by|for|or|than)\b/i.test(clause)) return false
  const plain = clause.replace(/\b(?:that|which|who|whose) .*/i, '')
  return finiteVerb.test(plain) || subject.test(plain)
}
