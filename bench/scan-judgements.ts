/** A finding that holds a pack which people use, and that a person has confirmed in the source. */
export interface Judgement {
  /** The rules and files of the findings. */
  findings: readonly string[]
  reason: string
}

/** Packs with a finding that holds them for a good reason. */
export const judgements: Readonly<Record<string, Judgement>> = {
  'nunchaku-tech/ComfyUI-nunchaku': {
    findings: ['package-install nodes/tools/installers.py'],
    reason: 'The address of the wheel comes from a list that is fetched while the pack runs.',
  },
  '11cafe/comfyui-workspace-manager': {
    findings: ['arriving-code service/model_manager/nodes_installer.py'],
    reason: 'A route clones any repository that a request names into the folder of packs.',
  },
  'Aaalice233/ComfyUI-Danbooru-Gallery': {
    findings: ['request-command py/open_in_krita/krita_manager.py'],
    reason: 'A route stores the path of a program, and another route starts it.',
  },
  'Lightricks/ComfyUI-LTXVideo': {
    findings: ['pickled-data gemma_api_conditioning.py'],
    reason: 'A pickle is loaded from the response of a service, which can therefore run code.',
  },
  'ltdrdata/ComfyUI-Impact-Pack': {
    findings: ['moved-work-tree install.py'],
    reason: 'The installer fetches the newest commit of a second repository, whose code is then loaded.',
  },
  'smthemex/ComfyUI_Sonic': {
    findings: ['misspelt-dependency pyproject.toml'],
    reason: 'The project file names `libros` where the code imports `librosa`.',
  },
  'yolain/ComfyUI-Easy-Use': {
    findings: ['pickled-data py/libs/api/bizyair.py'],
    reason: 'A pickle is loaded from Base64 that a service sends.',
  },
  'Comfy-Org/ComfyUI-Manager': { findings: ['* glob/*', '* git_helper.py'], reason: managerReason() },
  'ltdrdata/ComfyUI-Manager': { findings: ['* glob/*', '* git_helper.py'], reason: managerReason() },
}

function managerReason(): string {
  return 'Its purpose is to fetch packs and run their installers.'
}

/** Whether a person has confirmed a finding of this rule in this file. */
export function isConfirmed(repository: string, rule: string, file: string): boolean {
  return (judgements[repository]?.findings ?? []).some((one) => {
    const [name = '', path = ''] = one.split(' ')
    const isFile = path.endsWith('*') ? file.startsWith(path.slice(0, -1)) : file === path
    return isFile && (name === '*' || name === rule)
  })
}
