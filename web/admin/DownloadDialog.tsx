import { trpcClient } from '../lib/trpc.ts'
import { texts } from '../texts/admin.ts'
import { ProofDialog } from './ProofDialog.tsx'

export default function DownloadDialog({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <ProofDialog
      title={texts.admin.download}
      description={texts.admin.downloadHint}
      act={async (_, proof) => {
        const { address } = await trpcClient.admin.downloadBackup.mutate({ name, ...proof })
        save(address)
      }}
      onClose={onClose}
    />
  )
}

function save(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
