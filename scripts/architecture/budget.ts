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
  contract: { lines: 12_811, why: 'facts can come from a reading, with its commit' },

  client: { lines: 300 },

  'analysis/src/scan': {
    lines: 13_670,
    why: 'archives inside archives are opened under any name',
  },

  'analysis/src/python': { lines: 7_175, why: 'the name Interpreter is longer than Machine' },

  analysis: { lines: 17_165, why: 'one file of an archive is found without reading the others' },

  planning: { lines: 1_400, why: 'one function writes the commands that install packs' },

  agents: { lines: 550 },

  outside: { lines: 500 },

  cli: { lines: 6_740, why: 'members of objects have lines of their own' },

  'server/src/ground': { lines: 10_989, why: 'a response is compressed when it is requested again' },

  'server/src/people': { lines: 10_130 },

  'server/src/packs': { lines: 21_023, why: 'one interface has the facts of a version or else of a reading' },

  'server/src/safety': { lines: 4_735, why: 'admins ban publishers here, with their nodes and members' },

  'server/src/discovery': {
    lines: 11_522,
    why: 'searches name the nodes that fit, find authors, and answer for built-in nodes',
  },

  'server/src/services': { lines: 4_594, why: 'mails and webhooks say why a version is held' },

  'server/src': { lines: 2_342, why: 'an import waits for a busy registry, and says what was left out' },

  'server/migrations': { lines: 2_211, why: 'readings of repositories that are gone keep their date' },

  server: { lines: 600 },

  'web/src/ground': { lines: 7_042, why: 'searches are shown as rows or cards' },

  'web/src/public': { lines: 15_718, why: 'searches are shown as rows, and facts of readings on every page' },

  'web/src/workspace': {
    lines: 7_800,
    why: 'transfers are asked about on both sides, and own packs can be searched',
  },

  'web/src/admin': { lines: 8_931, why: 'decided versions no longer wait' },

  'web/src/account': { lines: 3_455, why: 'a verified address leads back to the page before the sign-up' },

  web: { lines: 1_330, why: 'the scripts in the head of pages are code instead of strings' },

  scripts: { lines: 7_630, why: 'steps of the tests run side by side' },

  bench: { lines: 3_386, why: 'cold packs and searches are measured, too' },
}
