export {
  type Directory,
  findListedFile,
  type ListedFile,
  type Listing,
  openDirectory,
  openListing,
  readListedFile,
} from './archive/listing.ts'
export { compareFiles, type FileChange } from './comfy-nodes/compare/files.ts'
