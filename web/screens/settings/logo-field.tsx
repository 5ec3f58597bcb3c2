import { Button, FileButton, Group, Input, Stack } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { logoFile } from '#domain/features/settings/logo.ts'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'
import classes from './settings.module.css'

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'))
    reader.readAsDataURL(file)
  })

/** The logo as a picture, chosen from a file. */
export function LogoField({ label, value, onChange, error, 'data-path': path }: InputProps) {
  const [fault, setFault] = useState('')
  const logo = typeof value === 'string' ? value : ''
  const choose = async (file: File | null) => {
    if (!file) return
    const read = logoFile(await dataUrlOf(file).catch(() => ''))
    setFault('fault' in read ? read.fault : '')
    if ('value' in read) onChange(read.value)
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description="PNG tai JPEG, enintään 200 kt. Näkyy sovelluksen yläosassa ja rahtikirjoilla."
      error={fault || error}
    >
      <Stack gap="sm" mt="xs" align="flex-start">
        {logo !== '' && <img src={logo} alt="Yrityksen logo" className={classes.logo} />}
        <Group gap="sm">
          <FileButton onChange={(file) => void choose(file)} accept="image/png,image/jpeg">
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconPhoto size={18} aria-hidden />} data-path={path}>
                {logo === '' ? 'Valitse kuva' : 'Vaihda kuva'}
              </Button>
            )}
          </FileButton>
          {logo !== '' && (
            <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => onChange('')}>
              Poista logo
            </Button>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}
