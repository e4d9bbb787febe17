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
  'EricRollei/Eric_Image_Processing_Nodes': {
    findings: ['arriving-code scripts/swinir_processing.py', 'downloaded-code scripts/diffbir_processing.py'],
    reason: 'A script of another repository is fetched at its newest state and imported.',
  },
  'Nuked88/ComfyUI-N-Sidebar': {
    findings: ['request-command __init__.py', 'disguised-script app/js/sidebar_node.js'],
    reason: 'A route runs any command that a request sends.',
  },
  'diStyApps/ComfyUI-disty-Flow': {
    findings: ['package-install flow/api_handlers.py', 'arriving-code flow/api_handlers.py'],
    reason:
      'A route clones any repository that a request names into the folder of packs, and installs its requirements.',
  },
  'melMass/comfy_mtb': {
    findings: ['misspelt-dependency pyproject.toml'],
    reason:
      'The project file names `requirements-parserx` where the list of requirements has `requirements-parser`.',
  },
  'talesofai/comfyui-browser': {
    findings: ['request-files routes/*'],
    reason: 'Routes read, move and delete whatever file or folder a request names.',
  },
  'toyxyz/ComfyUI_toyxyz_test_nodes': {
    findings: ['packed-file CaptureCam/Run_hide_cmd.vbs', 'spying CaptureCam/cam.py'],
    reason: 'A script starts a program without a window, which listens to every key, for its shortcuts.',
  },
  'vrgamegirl19/comfyui-vrgamedevgirl': {
    findings: ['request-command VRGDG_MusicVideoBuilderNodes.py', 'remote-command LTXLoraTrain.py'],
    reason:
      'A route opens any file that a request names with the program for it, which starts programs and scripts.',
  },
  'MrForExample/ComfyUI-3D-Pack': {
    findings: ['arriving-code _Pre_Builds/_Build_Scripts/build_utils.py'],
    reason:
      'The installer fetches compiled modules, and files for the folder of Python, at their newest state.',
  },
  'Comfy-Org/ComfyUI-Manager': manager(),
  'ltdrdata/ComfyUI-Manager': manager(),
}

/** The manager, at both of its addresses. */
function manager(): Judgement {
  return {
    findings: ['* glob/*', '* git_helper.py', '* prestartup_script.py', '* tests/*', '* js/comfyui-share-*'],
    reason: 'Its purpose is to fetch packs and run their installers.',
  }
}

/** Packs that were chosen at random over all ranks, outside of the lists, and read once. */
export const freshPacks = {
  on: '2026-11-30',
  rules: 21,
  scanned: 103,
  held: [
    {
      pack: 'havvk/ComfyUI_AIIA',
      commit: '85146e994732',
      rules: '`downloaded-code`',
      judgement: 'Right: a repository is cloned at its newest state while the pack runs, and imported.',
    },
    {
      pack: 'smthemex/ComfyUI_Hallo2',
      commit: 'ef42c86c6bbc',
      rules: '`pickled-data`',
      judgement:
        'Right by the rule, with little danger: weights of any address are loaded with the check turned off.',
    },
    {
      pack: 'AustinMroz/ComfyUI-WorkflowCheckpointing',
      commit: 'dfaf02a94653',
      rules: '`credential-access`',
      judgement:
        'Right: it asks the cloud for the token of the machine, and uses it for the storage of that cloud.',
    },
    {
      pack: 'andreszs/ComfyUI-Styler-Pipeline',
      commit: 'd1b816021284',
      rules: '`wallet-access`',
      judgement:
        'Wrong, and not held since version 23: a button copies the author’s own address for donations.',
    },
  ],
  /** Classes of honest packs that were held and are not any more; `analysis/src/scan/honest.test.ts` has each. */
  fixed: [
    'addresses and folders that only tests of the pack name (AEmotionStudio/ComfyUI-DiscordSend)',
    'folders for the pack’s own models, which it fetches again (havvk/ComfyUI_AIIA)',
    'the token of a cloud for a service of that cloud (ru4ls/ComfyUI_Imagen)',
    'a version from the network in a fixed address (Nuked88/ComfyUI-N-Nodes)',
    'its own requirements and pickles, whose paths a helper joins (hayden-fr/ComfyUI-Model-Manager)',
  ],
} as const

/** Whether a person has confirmed a finding of this rule in this file. */
export function isConfirmed(repository: string, rule: string, file: string): boolean {
  return (judgements[repository]?.findings ?? []).some((one) => {
    const [name = '', path = ''] = one.split(' ')
    const isFile = path.endsWith('*') ? file.startsWith(path.slice(0, -1)) : file === path
    return isFile && (name === '*' || name === rule)
  })
}
