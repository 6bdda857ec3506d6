declare module "dmn-moddle" {
  /** An element of a model. */
  interface ModdleElement {
    readonly $type: string
    readonly drgElement?: ReadonlyArray<ModdleElement>
    readonly decisionLogic?: ModdleElement
    readonly rule?: ReadonlyArray<ModdleElement>
  }

  /** Reads and writes DMN 1.3, as dmn-js and Camunda Modeler do with it. */
  export class DmnModdle {
    fromXML(
      source: string,
      type: "dmn:Definitions",
    ): Promise<{
      readonly rootElement: ModdleElement
      readonly warnings: ReadonlyArray<{ readonly message: string }>
    }>
    toXML(
      element: ModdleElement,
      options: { readonly format: boolean },
    ): Promise<{ readonly xml: string }>
  }
}
