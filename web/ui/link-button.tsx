import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Props = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>

/** A page's link that looks like a button; where it leads is checked against the table of routes. */
export const LinkButton = createLink((props: Props) => <Button component="a" {...props} />)
