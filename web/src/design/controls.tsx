import { type ReactNode, useState } from 'react'
import { Field } from '../ground/forms/field.tsx'
import { SelectField } from '../ground/forms/select-field.tsx'
import { TextArea } from '../ground/forms/text-area.tsx'
import { Badge, type Tone } from '../ground/ui/badge.tsx'
import { BrandMark } from '../ground/ui/brand-mark.tsx'
import { Button } from '../ground/ui/button.tsx'
import { Command } from '../ground/ui/command.tsx'
import { Dialog } from '../ground/ui/dialog.tsx'
import { FilterField } from '../ground/ui/filter-field.tsx'
import { Fold } from '../ground/ui/fold.tsx'
import { Icon } from '../ground/ui/icon.tsx'
import { Logo } from '../ground/ui/logo.tsx'
import { NodeIcon } from '../ground/ui/node-icon.tsx'
import { Paging } from '../ground/ui/paging.tsx'
import { Popover } from '../ground/ui/popover.tsx'
import { TabLinks } from '../ground/ui/tab-links.tsx'
import { Sample, Samples } from './sample.tsx'

const looks = ['primary', 'flow', 'plain', 'quiet', 'risky', 'danger'] as const
const tones: readonly Tone[] = ['plain', 'accent', 'flow', 'warn', 'danger', 'info']

/** Everything that is pressed or typed into. */
export function Controls() {
  return (
    <>
      <Samples id="buttons" name="Buttons">
        {looks.map((look) => (
          <Sample key={look} of={look}>
            <Button look={look}>Install</Button>
            <Button look={look}>
              <Icon name="download" className="size-4" />
              With an icon
            </Button>
            <Button look={look} disabled className="disabled:opacity-50">
              Disabled
            </Button>
          </Sample>
        ))}
        <Sample of="marks">
          <Logo />
          <BrandMark brand="github" />
          <BrandMark brand="google" />
          {['soft-blur', 'fog', 'wave'].map((id) => (
            <NodeIcon key={id} id={id} />
          ))}
        </Sample>
        <Sample of="badges">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Sample>
      </Samples>
      <Samples id="fields" name="Fields">
        <Fields />
      </Samples>
      <Samples id="layers" name="Navigation and layers">
        <Layers />
      </Samples>
    </>
  )
}

function Fields() {
  const [text, setText] = useState('')
  const options = ['3.11', '3.12', '3.13'].map((value) => ({ value, text: value }))
  const type = ({ target }: { target: { value: string } }) => setText(target.value)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Empty" placeholder="Placeholder" value={text} onChange={type} />
      <Field label="With a hint" hint="Lowercase letters, digits and hyphens." value="soft-blur" readOnly />
      <Field label="Refused" problem="This id is already taken." value="fog" onChange={type} />
      <SelectField label="Choice" options={options} defaultValue="3.12" />
      <TextArea label="Near its limit" maxLength={60} value={'x'.repeat(52)} onChange={type} />
      <FilterField label="Filter" text={text} onType={setText} status="3 of 12" />
      <Checks />
      <Command text="nodeyard install maskery-masks" copyLabel="Copy" />
    </div>
  )
}

function Checks() {
  const states = ['Off', 'On', 'Disabled'] as const
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      <legend className="mb-2 font-medium">Checks</legend>
      {states.map((state) => (
        <label key={state} className="flex items-center gap-2">
          <input
            type="checkbox"
            defaultChecked={state === 'On'}
            disabled={state === 'Disabled'}
            className="size-4 accent-accent"
          />
          {state}
        </label>
      ))}
    </fieldset>
  )
}

function Layers() {
  const [isOpen, setOpen] = useState(false)
  const here = () => '#layers'
  return (
    <>
      <Sample of="tabs">
        <TabLinks label="Tabs" tabs={['Readme', 'Versions', 'Score'].map(tabTo)} />
      </Sample>
      <Sample of="paging">
        <Paging page={4} totalPages={12} label="Pages" linkTo={here} />
      </Sample>
      <Sample of="fold">
        <Fold title="Closed">
          <Words />
        </Fold>
        <Fold title="Open" isOpen>
          <Words />
        </Fold>
      </Sample>
      <Sample of="popover and dialog">
        <Popover
          label="Popover"
          summary={<Icon name="menu" />}
          summaryClass="grid size-9 place-items-center rounded-md border border-line"
          panelClass="w-56 p-3"
        >
          <Words />
        </Popover>
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      </Sample>
      {isOpen && (
        <Dialog title="Delete the collection?" onClose={() => setOpen(false)}>
          <Words />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button look="danger" onClick={() => setOpen(false)}>
              Delete
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

const tabTo = (text: string) => ({ to: `?tab=${text}`, text })

function Words(): ReactNode {
  return <p className="text-sm">Short sentences, as a reader sees them.</p>
}
