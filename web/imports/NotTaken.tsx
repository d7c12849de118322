import { notTakenKinds, type NotTaken as Counts } from '../../shared/importKinds.ts'
import { texts } from '../texts/imports.ts'

export function NotTaken({ counts }: { counts: Counts }) {
  const kinds = notTakenKinds.filter((kind) => counts[kind])
  if (kinds.length === 0) return null
  return (
    <div className="max-w-reading">
      <h3 className="font-semibold">{texts.imports.notTaken}</h3>
      <ul className="mt-1 text-muted">
        {kinds.map((kind) => (
          <li key={kind}>{texts.imports.notTakenOf[kind](counts[kind]!)}</li>
        ))}
      </ul>
    </div>
  )
}
