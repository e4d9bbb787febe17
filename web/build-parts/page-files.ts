import type { Plugin } from 'vite'

const tables = /\/web\/src\/(?:member-)?routes\.tsx?$/
const page = /\(\) => import\('\.\/([^']+)'\)/g

/** Gives the pages in the tables of routes their source files, which only the server needs. */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    enforce: 'pre',
    transform(code, id) {
      if (this.environment.name === 'client' || !tables.test(id)) return null
      return { code: code.replace(page, "Object.assign($&, { file: 'src/$1' })"), map: null }
    },
  }
}
