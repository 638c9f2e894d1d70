package dev.sinew.bench.rivals.method;

import dev.sinew.mesh.Mesh;
import java.util.StringJoiner;

/** A mesh alone as FBX 7.4 in its form for people: what Dem Bones wants for a rest pose. Centimetres, y up; triangles. */
final class RestFbx {
    private RestFbx() {}

    static String of(Mesh mesh) {
        StringJoiner positions = new StringJoiner(",");
        for (float x : mesh.positions()) {
            positions.add(Float.toString(x));
        }
        StringJoiner corners = new StringJoiner(",");
        int[] triangles = mesh.triangles();
        for (int k = 0; k < triangles.length; k++) {
            // The last corner of a face is written as its complement.
            corners.add(Integer.toString(k % 3 == 2 ? ~triangles[k] : triangles[k]));
        }
        return """
                ; FBX 7.4.0 project file
                FBXHeaderExtension:  {
                	FBXHeaderVersion: 1003
                	FBXVersion: 7400
                }
                GlobalSettings:  {
                	Version: 1000
                	Properties70:  {
                		P: "UpAxis", "int", "Integer", "",1
                		P: "UpAxisSign", "int", "Integer", "",1
                		P: "FrontAxis", "int", "Integer", "",2
                		P: "FrontAxisSign", "int", "Integer", "",1
                		P: "CoordAxis", "int", "Integer", "",0
                		P: "CoordAxisSign", "int", "Integer", "",1
                		P: "UnitScaleFactor", "double", "Number", "",1
                	}
                }
                Definitions:  {
                	Version: 100
                	Count: 2
                	ObjectType: "Geometry" {
                		Count: 1
                	}
                	ObjectType: "Model" {
                		Count: 1
                	}
                }
                Objects:  {
                	Geometry: 1000001, "Geometry::rest", "Mesh" {
                		Vertices: *%d {
                			a: %s
                		}
                		PolygonVertexIndex: *%d {
                			a: %s
                		}
                		GeometryVersion: 124
                	}
                	Model: 1000002, "Model::rest", "Mesh" {
                		Version: 232
                	}
                }
                Connections:  {
                	C: "OO",1000002,0
                	C: "OO",1000001,1000002
                }
                """.formatted(mesh.positions().length, positions, triangles.length, corners);
    }
}
