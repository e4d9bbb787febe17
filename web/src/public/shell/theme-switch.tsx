import { useSyncExternalStore } from 'react'
import { useText } from '../../ground/site/site.ts'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'
import { chooseTheme, currentTheme, onThemeChange, type Theme, themes } from './theme.ts'

const icons: Record<Theme, IconName> = { light: 'sun', system: 'system', dark: 'moon' }

export function ThemeSwitch() {
  const t = useText('common')
  const chosen = useSyncExternalStore<Theme>(onThemeChange, currentTheme, () => 'system')
  const names: Record<Theme, string> = {
    light: t('theme_light'),
    system: t('theme_system'),
    dark: t('theme_dark'),
  }
  return (
    <fieldset className="needs-script flex w-fit rounded-md border border-line p-0.5">
      <legend className="sr-only">{t('theme')}</legend>
      {themes.map((theme) => (
        <button
          key={theme}
          type="button"
          aria-label={names[theme]}
          title={names[theme]}
          aria-pressed={theme === chosen}
          onClick={() => chooseTheme(theme)}
          className="grid size-7 place-items-center rounded-sm text-muted hover:text-ink aria-pressed:bg-sunken aria-pressed:text-ink"
        >
          <Icon name={icons[theme]} className="size-4" />
        </button>
      ))}
    </fieldset>
  )
}
