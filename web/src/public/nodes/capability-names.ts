import type { Capability } from '@nodeyard/contract/packs'
import { useText } from '../../ground/site/site.ts'

/** Names of the capabilities, each followed by its subjects. */
export function useCapabilityNames(): Record<Capability['kind'], string> {
  const t = useText('nodes')
  return {
    network: t('capability_network'),
    process: t('capability_process'),
    download: t('capability_download'),
    install_download: t('capability_install_download'),
    file_write: t('capability_file_write'),
    environment: t('capability_environment'),
    native_code: t('capability_native_code'),
    server_route: t('capability_server_route'),
    frontend_script: t('capability_frontend_script'),
  }
}
