// What the published package holds of others, as a bill of materials in CycloneDX. It has neither a
// time nor a number of its own: the same sources give the same document.
import { Factories } from "@cyclonedx/cyclonedx-library/Contrib/License"
import { ComponentType } from "@cyclonedx/cyclonedx-library/Enums"
import { Bom, Component, LicenseRepository, Metadata } from "@cyclonedx/cyclonedx-library/Models"
import { JSON as CycloneDxJson, JsonSerializer } from "@cyclonedx/cyclonedx-library/Serialize"
import { Spec1dot6 } from "@cyclonedx/cyclonedx-library/Spec"
import type { BundledPackage } from "./bundled-packages.ts"

/** The package that is built, as its manifest names it. */
export interface PublishedPackage {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  /** Names of the packages that it imports itself. */
  readonly imports: ReadonlyArray<string>
}

const licences = new Factories.LicenseFactory((text) => {
  if (!/ (AND|OR|WITH) /.test(text)) throw new Error(`${text} is no expression of licences`)
})

/** A package address: https://github.com/package-url/purl-spec. A scope's @ is escaped in it. */
const purlOf = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `pkg:npm/${name.replace("@", "%40")}@${version}`

const componentOf = (
  type: ComponentType,
  described: Pick<PublishedPackage, "license" | "name" | "version">,
): Component => {
  const [name = "", group] = described.name.split("/").toReversed()
  const purl = purlOf(described)
  return new Component(type, name, {
    ...(group === undefined ? {} : { group }),
    bomRef: purl,
    purl,
    version: described.version,
    licenses: new LicenseRepository([licences.makeFromString(described.license)]),
  })
}

/** The bill of materials of a package that bundles others. */
export const sbomOf = (
  published: PublishedPackage,
  packages: ReadonlyArray<BundledPackage>,
): string => {
  const root = componentOf(ComponentType.Application, published)
  root.description = published.description
  const parts = packages.map((bundled) => ({
    bundled,
    component: componentOf(ComponentType.Library, bundled),
  }))
  for (const { bundled, component } of parts) {
    if (published.imports.includes(bundled.name)) root.dependencies.add(component.bomRef)
    for (const other of parts) {
      if (bundled.dependencies.includes(other.bundled.name)) {
        component.dependencies.add(other.component.bomRef)
      }
    }
  }
  const bom = new Bom({ metadata: new Metadata({ component: root }) })
  for (const { component } of parts) bom.components.add(component)
  const serializer = new JsonSerializer(new CycloneDxJson.Normalize.Factory(Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}
