import { useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { adminPages } from '../kit/pages.ts'

/** Buttons to all admin pages, by group. */
export function Quick() {
  const t = useText('admin')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {adminPages
        .flatMap(({ name, pages }) => (name ? [{ group: name, pages }] : []))
        .map(({ group, pages }) => (
          <section
            key={group}
            className="grid content-start gap-3 rounded-lg border border-line bg-surface p-4"
          >
            <h2 className="text-base font-semibold">{t(group)}</h2>
            <div className="flex flex-wrap gap-2">
              {pages.map(({ path, name }) => (
                <ButtonLink key={path} to={path}>
                  {t(name)}
                </ButtonLink>
              ))}
            </div>
          </section>
        ))}
    </div>
  )
}
