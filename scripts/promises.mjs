// npm run promises: runs the tests that meet each promise where its reader does. Each goes through a list made from the code.
process.argv.push(
  'e2e/mails.test.ts',
  'e2e/commands.test.ts',
  'cli/src/hints.test.ts',
  'cli/src/documents.test.ts',
  'cli/src/packed.test.ts',
  'cli/src/ci/ci.test.ts',
  'cli/src/check/one-verdict.test.ts',
  'scripts/documents/commands.test.ts',
  'scripts/texts/claims.test.ts',
  'server/test/figures.test.ts',
  'planning/src/commands-run.test.ts',
)
await import('./test-file.mjs')
