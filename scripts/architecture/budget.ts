/** A part's limit, and why the last commit that raised it had to. */
export interface Budget {
  [path: string]: { lines: number; why?: string }
}

/**
 * Lines of product code that each part may have, by its folder; the longest matching path counts. Remove lines first. A
 * commit that raises a budget says why in its row, and a commit that removes code lowers it. Blank lines keep apart rows
 * that two commits change.
 */
export const budget: Budget = {
  contract: { lines: 12_990, why: 'any repository can be read on request' },

  client: { lines: 300 },

  'analysis/src/scan': {
    lines: 13_670,
    why: 'archives inside archives are opened under any name',
  },

  'analysis/src/python': { lines: 7_175, why: 'the name Interpreter is longer than Machine' },

  analysis: { lines: 17_167, why: 'callers of the inspection can follow its files' },

  planning: {
    lines: 1_690,
    why: 'the server checks repositories as the command line does, which had this code before',
  },

  agents: { lines: 550 },

  outside: { lines: 500 },

  cli: { lines: 6_480, why: 'checks moved to planning' },

  'server/src/ground': { lines: 11_007, why: 'a setting says which repositories strangers can have read' },

  'server/src/people': { lines: 10_130 },

  'server/src/packs': { lines: 21_620, why: 'any repository can be read on request' },

  'server/src/safety': { lines: 4_735, why: 'admins ban publishers here, with their nodes and members' },

  'server/src/discovery': {
    lines: 11_547,
    why: 'repositories that are not listed have a badge',
  },

  'server/src/services': { lines: 4_594, why: 'mails and webhooks say why a version is held' },

  'server/src': { lines: 2_347, why: 'any repository can be read on request' },

  'server/migrations': { lines: 2_232, why: 'results of readings on request are stored' },

  server: { lines: 600 },

  'web/src/ground': { lines: 7_044, why: 'repositories that are not listed have a page' },

  'web/src/public': {
    lines: 16_420,
    why: 'repositories that are not listed have a page, with the findings and score that owners see',
  },

  'web/src/workspace': {
    lines: 7_560,
    why: 'the list of findings and the score moved to public',
  },

  'web/src/admin': { lines: 8_931, why: 'decided versions no longer wait' },

  'web/src/account': { lines: 3_455, why: 'a verified address leads back to the page before the sign-up' },

  web: { lines: 1_330, why: 'the scripts in the head of pages are code instead of strings' },

  scripts: { lines: 7_633, why: 'steps of the tests run side by side' },

  bench: { lines: 3_386, why: 'cold packs and searches are measured, too' },
}
