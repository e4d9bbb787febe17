import { str, type Value } from './values.ts'

/** Functions outside the pack that give a list, such as the model files of one user. */
export const listFunctions: ReadonlySet<string> = new Set([
  'folder_paths.get_filename_list',
  'folder_paths.get_folder_paths',
  'folder_paths.filter_files_content_types',
  'os.scandir',
  'os.walk',
])

/** The tool's names for types, where the type is not the name itself. */
const typeConstants: Readonly<Record<string, string>> = {
  ANY: '*',
  NUMBER: 'FLOAT,INT',
  PRIMITIVE: 'STRING,FLOAT,INT,BOOLEAN',
}

/** A constant that the tool defines and that is the same in all its versions. */
export function toolConstant(path: string, name: string): Value | undefined {
  if (!/^comfy\.comfy_types(\.node_typing)?\.IO$/.test(path) || !/^[A-Z_]+$/.test(name)) return undefined
  return str(typeConstants[name] ?? name)
}

/** What is in none of the tool's collections while it runs: it is not a test run. */
export function isNeverIn(collection: string, item: string): boolean {
  return (
    (collection === 'os.environ' && item.startsWith('PYTEST_')) ||
    (collection === 'sys.modules' && (item === 'pytest' || item === 'unittest'))
  )
}
