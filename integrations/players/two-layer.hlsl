// SINEW_two_layer on a graphics card in two passes (docs/reference/extensions.md has the formula). Matrices are 3×4, rows first.

// Pass 1, once per frame, one thread per virtual bone: V_j = Σ_a w_ja·M_a.
StructuredBuffer<float3x4> Joints;       // M = global · inverse bind
StructuredBuffer<uint> AtomJoints;
StructuredBuffer<float> AtomWeights;
RWStructuredBuffer<float3x4> VirtualBones;
cbuffer TwoLayer { uint AtomInfluences; uint VirtualCount; };

[numthreads(64, 1, 1)]
void FirstPass(uint3 id : SV_DispatchThreadID) {
  if (id.x >= VirtualCount) return;
  float3x4 sum = (float3x4)0;
  for (uint a = id.x * AtomInfluences; a < (id.x + 1) * AtomInfluences; a++) {
    sum += AtomWeights[a] * Joints[AtomJoints[a]];
  }
  VirtualBones[id.x] = sum;
}

// Pass 2, in the vertex shader: v_i = (α_0·V_0 + α_1·V_1)·u_i. Coefficients may be negative and sum to one.
float3x4 TwoLayerMatrix(float3x4 first, float3x4 second, float2 coefficients) {
  return coefficients.x * first + coefficients.y * second;
}
float3 TwoLayerPosition(float3x4 m, float3 rest) { return mul(m, float4(rest, 1)); }
// As in most engines; use the cofactors of (float3x3)m if scale is non-uniform.
float3 TwoLayerNormal(float3x4 m, float3 normal) { return normalize(mul((float3x3)m, normal)); }
