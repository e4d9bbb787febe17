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
  contract: { lines: 13_267, why: 'publishers upload pictures' },

  client: { lines: 300 },

  'analysis/src/scan': {
    lines: 13_693,
    why: 'runs of base64 are found without a pattern, and names are tested once',
  },

  'analysis/src/python': { lines: 7_197, why: 'loaded files are parsed once' },

  analysis: { lines: 17_261, why: 'workflows are read from sounds, models, archives and Markdown' },

  planning: {
    lines: 1_703,
    why: 'icons can be files of the archive',
  },

  agents: { lines: 550 },

  outside: { lines: 500 },

  cli: { lines: 6_493, why: 'plans show all of their warnings' },

  'server/src/ground': { lines: 11_321, why: 'readings encode pictures, which only site files did' },

  'server/src/people': { lines: 10_165, why: 'publishers upload photos' },

  'server/src/packs': { lines: 22_170, why: 'publishers upload pictures, and readings find some' },

  'server/src/safety': { lines: 4_735, why: 'admins ban publishers here, with their nodes and members' },

  'server/src/discovery': {
    lines: 12_032,
    why: 'imports ask whether others use the database',
  },

  'server/src/services': { lines: 4_594, why: 'mails and webhooks say why a version is held' },

  'server/src': { lines: 2_357, why: 'the program mounts routes for pictures' },

  'server/migrations': { lines: 2_293, why: 'pictures are stored' },

  server: { lines: 600 },

  'web/src/ground': { lines: 7_048, why: 'results have kinds' },

  'web/src/public': {
    lines: 16_907,
    why: 'results have kinds, marks and answers, and packs have relatives and users',
  },

  'web/src/workspace': {
    lines: 7_560,
    why: 'the list of findings and the score moved to public',
  },

  'web/src/admin': { lines: 8_931, why: 'decided versions no longer wait' },

  'web/src/account': { lines: 3_455, why: 'a verified address leads back to the page before the sign-up' },

  web: { lines: 1_330, why: 'the scripts in the head of pages are code instead of strings' },

  scripts: { lines: 7_698, why: 'measurements import and read, and failures are repeated at the end' },

  bench: { lines: 3_500, why: 'a list of packs is generated in the shape of a real one' },
}
