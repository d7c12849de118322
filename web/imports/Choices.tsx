import { Link } from 'wouter'
import { withAnswers } from '../../shared/importAnswers.ts'
import {
  columnRoles,
  dateOrders,
  encodings,
  formatsWithLevels,
  scales,
  type ColumnRole,
  type Encoding,
} from '../../shared/importKinds.ts'
import type { ImportAsks, ImportSettings, ImportView } from '../../shared/imports.ts'
import { paths } from '../../shared/paths.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/imports.ts'
import { Checkbox, SelectField } from '../ui/Field.tsx'
import { textLink } from '../ui/Page.tsx'
import { toast } from '../ui/toast.ts'
import { VisibilitySelect } from '../visibility/VisibilitySelect.tsx'
import { browserTimeZone } from './upload.ts'
import { useCachedImports } from './useImports.ts'

const encodingName = (encoding: Encoding) => (encoding.startsWith('utf') ? encoding.toUpperCase() : encoding)

/** The browser's own time zone can be missing from its list. */
const timeZoneOptions = (timeZone: string) =>
  [...new Set([browserTimeZone(), timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map(
    (name) => [name, name.replaceAll('_', ' ')] as const,
  )

/** Options that a file leaves open; changing one reads the file again. */
export function Choices({ active: { id, format, asks, follows } }: { active: ImportView }) {
  const set = useChoice(id)
  const { scale, dateOrder, encoding, timeZone, columns, visibility, wishes } = asks
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-4">
        {scale !== null && (
          <SelectField
            label={texts.imports.scale}
            value={scale}
            options={scales.map((each) => [each, texts.imports.scales[each]])}
            onChoose={(next) => set({ scale: next })}
          />
        )}
        {dateOrder !== null && (
          <SelectField
            label={texts.imports.dateOrder}
            value={dateOrder}
            options={dateOrders.map((each) => [each, texts.imports.dateOrders[each]])}
            onChoose={(next) => set({ dateOrder: next })}
          />
        )}
        {encoding !== null && (
          <SelectField
            label={texts.imports.encoding}
            value={encoding}
            options={encodings.map((each) => [each, encodingName(each)])}
            onChoose={(next) => set({ encoding: next })}
          />
        )}
        {timeZone !== null && (
          <SelectField
            label={texts.imports.timeZone}
            value={timeZone}
            options={timeZoneOptions(timeZone)}
            onChoose={(next) => set({ timeZone: next })}
          />
        )}
        {visibility !== null && (
          <VisibilitySelect
            value={visibility}
            {...(format && formatsWithLevels.includes(format) && { hint: texts.imports.widest })}
            onChoose={(next) => set({ visibility: next })}
          />
        )}
      </div>
      {columns && <Columns columns={columns} onChange={(roles) => set({ columns: roles })} />}
      {wishes !== null && (
        <Checkbox
          label={texts.imports.wishes}
          checked={wishes}
          onChange={({ target }) => set({ wishes: target.checked })}
        />
      )}
      {asks.follows !== null && follows.length > 0 && (
        <div>
          <Checkbox
            label={texts.imports.follow(follows.length)}
            checked={asks.follows}
            onChange={({ target }) => set({ follows: target.checked })}
          />
          <p className="flex flex-wrap gap-x-4 gap-y-1 pl-8">
            {follows.map((nickname) => (
              <Link key={nickname} href={paths.profile(nickname)} className={textLink}>
                {nickname}
              </Link>
            ))}
          </p>
        </div>
      )}
    </div>
  )
}

type ColumnsProps = {
  columns: NonNullable<ImportAsks['columns']>
  onChange: (roles: ColumnRole[]) => void
}

function Columns({ columns, onChange }: ColumnsProps) {
  const roles = columns.map(({ role }) => role)
  return (
    <fieldset className="rounded-panel border border-line p-4 sm:p-6">
      <legend className="px-2 font-semibold">{texts.imports.columns}</legend>
      <p className="mb-4 text-sm text-muted">{texts.imports.columnsHint}</p>
      {!roles.includes('artist') && <p className="mb-4 font-semibold">{texts.imports.chooseArtist}</p>}
      {!roles.includes('album') && <p className="mb-4 font-semibold">{texts.imports.chooseAlbum}</p>}
      <div className="grid grid-cols-1 gap-x-6 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ name, role, sample }, index) => (
          // Two columns can have the same name.
          <div key={index} className="min-w-0">
            <SelectField
              label={name || String(index + 1)}
              value={role}
              options={columnRoles.map((each) => [each, texts.imports.roles[each]])}
              onChoose={(next) => onChange(roles.with(index, next))}
            />
            <ul className="-mt-4 text-sm text-muted">
              {sample.map((cell, row) => (
                <li key={row} dir="auto" className="truncate">
                  {cell || '–'}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function useChoice(id: number) {
  const utils = trpc.useUtils()
  const { change } = useCachedImports()
  // Serialized, so that the last choice is the one that is stored.
  const set = trpc.imports.set.useMutation({
    scope: { id: 'import choices' },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => utils.imports.list.invalidate(),
  })
  return (settings: ImportSettings) => {
    change(id, (item) => ({ ...item, asks: withAnswers(item.asks, settings) }))
    set.mutate({ id, settings })
  }
}
