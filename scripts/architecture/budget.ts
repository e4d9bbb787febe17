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
  contract: { lines: 13_495, why: 'findings have paths' },

  client: { lines: 300 },

  'analysis/src/scan': {
    lines: 16_090,
    why: 'an address in the clipboard holds a pack when its scripts watch the clipboard',
  },

  'analysis/src/python': { lines: 7_470, why: 'unpacked calls are read as such' },

  analysis: { lines: 19_370, why: 'objects of many members are searched without copies' },

  planning: { lines: 2_862, why: 'remedies for broken files and builds' },

  agents: { lines: 560, why: 'agents name repositories that are not listed' },

  outside: { lines: 500 },

  cli: { lines: 8_480, why: 'updates compare folders without a list of files with archives' },

  'server/src/ground': { lines: 11_660, why: 'a start explains why a setting does not work' },

  'server/src/people': { lines: 10_165, why: 'publishers upload photos' },

  'server/src/packs': { lines: 22_887, why: 'reports have the paths of findings' },

  'server/src/safety': { lines: 4_735, why: 'admins ban publishers here, with their nodes and members' },

  'server/src/discovery': { lines: 12_010, why: 'search counts who uses a pack, and lists who extends it' },

  'server/src/services': { lines: 4_620, why: 'mails say that a version cannot be loaded' },

  'server/src': { lines: 2_660, why: 'imports of models read pictures' },

  'server/migrations': { lines: 2_310, why: 'readings list the commits of versions' },

  server: { lines: 600 },

  'web/src/ground': { lines: 7_250, why: 'pages load texts for the paths of findings' },

  'web/src/public': { lines: 17_706, why: 'findings show their paths' },

  'web/src/workspace': {
    lines: 7_690,
    why: 'publishers allow failures of a version',
  },

  'web/src/admin': { lines: 8_931, why: 'decided versions no longer wait' },

  'web/src/account': { lines: 3_455, why: 'a verified address leads back to the page before the sign-up' },

  web: { lines: 1_330, why: 'the scripts in the head of pages are code instead of strings' },

  scripts: { lines: 8_040, why: 'samples of license texts are generated' },

  bench: { lines: 3_590, why: 'the page of false alarms lists packs outside of the lists' },
}
