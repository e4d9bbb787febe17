import type { ResponseOf } from '@nodeyard/contract/ground'
import type { searchComfyNodes } from '@nodeyard/contract/packs'
import { useId } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { hueOf } from '../cards/card.ts'
import { Marked } from '../cards/marked.tsx'
import { PackPicture } from '../cards/pack-picture.tsx'

type Found = ResponseOf<typeof searchComfyNodes>['comfy_nodes'][number]

/** Nodes with their sockets, and the packs that have them. */
export function ComfyNodeResults({ nodes, words }: { nodes: readonly Found[]; words: readonly string[] }) {
  return (
    <ul className="card-grid">
      {nodes.map((node) => (
        <Result key={`${node.node_id} ${node.comfy_node_name}`} node={node} words={words} />
      ))}
    </ul>
  )
}

function Result({ node, words }: { node: Found; words: readonly string[] }) {
  const { comfy_node_name: name, node_id: packId, node_name: pack, description, sketch } = node
  const titleId = useId()
  const sketches = sketch ? [sketch] : []
  return (
    <li className="min-w-0">
      <article
        aria-labelledby={titleId}
        className={`card card-link relative flex h-full flex-col overflow-hidden ${hueOf(packId, sketches)}`}
      >
        {/* Without known sockets, a drawing would only make some up. */}
        {sketch && (
          <PackPicture
            {...{ id: packId, name, sketches, hasPicture: false }}
            className="border-b border-line"
          />
        )}
        <div className="flex min-w-0 flex-1 flex-col gap-1 p-4">
          <h3 id={titleId} className="own-direction font-display text-base wrap-anywhere" dir="auto">
            <Link
              to={links.comfyNode(packId, name)}
              className="after:absolute after:inset-0 after:rounded-lg"
            >
              <Marked text={name} words={words} />
            </Link>
          </h3>
          <p className="own-direction truncate text-sm text-muted" dir="auto">
            <Link to={links.node(packId)} className="relative hover:text-ink hover:underline">
              {pack}
            </Link>
          </p>
          {description && (
            <p className="line-clamp-2 text-sm break-words text-muted" dir="auto">
              {description}
            </p>
          )}
        </div>
      </article>
    </li>
  )
}
